{{ daybook.[[ macro ]](
    entries=[[ entries ]], posted=this, through=[[ through ]], state="state",
    dimensions=["team"], terminal_states=["Closed"]) }}
