{{ daybook.merge_snapshot(
    incoming=ref("incoming"), posted=this,
    key=["date", "product_id", "store_id", "attribute_id"], version="update_id",
    window={"days": 730}[[ more ]]) }}
