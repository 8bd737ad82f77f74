/* dbt 2 gives its driver for Spark a host and a port. The driver in the package
   adbc-driver-spark wants both as one URI, and cannot connect without. dbt loads this
   library in its place. It loads the driver that DAYBOOK_SPARK_DRIVER names, and makes the URI. */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char status;
typedef status (*set_option)(void *database, const char *key, const char *value, void *error);
typedef status (*initialize)(int version, void *functions, void *error);

enum { DONE = 0, INTERNAL = 9 };

/* How the functions of a driver begin, in each version of ADBC. */
struct functions {
    void *of_driver, *of_manager, *release, *open_database, *make_database;
    set_option set_option_of_database;
};

static set_option set_option_of_driver;
static char host[256];

static status set_host_and_port(void *database, const char *key, const char *value, void *error)
{
    char uri[300];

    if (!strcmp(key, "spark.host")) {
        snprintf(host, sizeof host, "%s", value);
        return DONE;
    }
    if (!strcmp(key, "spark.port")) {
        snprintf(uri, sizeof uri, "sc://%s:%s", host, value);
        return set_option_of_driver(database, "uri", uri, error);
    }
    return set_option_of_driver(database, key, value, error);
}

status AdbcDriverInit(int version, struct functions *functions, void *error)
{
    const char *path = getenv("DAYBOOK_SPARK_DRIVER");
    void *driver = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    initialize begin = driver ? (initialize)dlsym(driver, "AdbcDriverInit") : NULL;
    status done = begin ? begin(version, functions, error) : INTERNAL;

    if (done == DONE) {
        set_option_of_driver = functions->set_option_of_database;
        functions->set_option_of_database = set_host_and_port;
    }
    return done;
}
