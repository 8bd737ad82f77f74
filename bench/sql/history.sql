{{ daybook.bitemporal_history(
    arrivals=daybook.new_batches(ref("arrivals")), posted=this, key=["k"],
    values=["score", "name"], event_time="day", system_time=[[ system_time ]]) }}
