"""The properties of a batches table, as the macros' statements change them."""

import re

from support.macros import Macros


class Table:
    def __init__(self, **vars):
        self.macros = Macros(vars=vars)
        self.macros.hold_lock()
        self.properties, self.dies = {}, False
        self.macros.context["daybook"]["_execute"] = self.execute

    def execute(self, caller):
        sql = " ".join(caller().split())
        names = re.findall(r"'(daybook[.][^']*)'", sql)
        if " unset " in sql:
            if self.dies:
                raise InterruptedError
            for name in names:
                self.properties.pop(name, None)
        else:
            values = re.findall(r"'(daybook[.][^']*)' = '([^']*)'", sql)
            self.properties |= dict(values)
        return ""

    def log(self):
        return self.macros.call("_log_in", self.macros.relation, self.properties)
