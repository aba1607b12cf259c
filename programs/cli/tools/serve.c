/* boardcover serve: the web page on this machine. */

#include "tools.h"
#include "../session/session.h"
#include "../../web/web.h"

#include <argp.h>

enum { QUICK_ONES = 2 }; /* quick jobs, which the server runs in addition to --jobs */

/* Returns the default memory of each job: an equal share of the available memory, at most 1 GiB. */
static size_t usual_share (unsigned jobs)
{
  const size_t most = (size_t)1 << 30;
  size_t share = session_default_memory () / (jobs + QUICK_ONES);
  return share && share < most ? share : most;
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  struct web_settings web = {
      .port = settings->port,
      .address = settings->address,
      .jobs = (unsigned)settings->jobs,
      .seconds = settings->job_seconds,
      .memory = settings->memory ? settings->memory : usual_share ((unsigned)settings->jobs),
      .quiet = settings->quiet,
  };
  return web_serve (&web);
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (s->allows_remote && !s->address)
    argp_error (state, "--listen-beyond-this-machine needs --address ADDRESS, such as 192.168.1.5, "
                       "or 0.0.0.0 for all addresses");
  if (s->address && !s->allows_remote && !web_is_loopback (s->address))
    argp_error (state,
                "--address: other machines can reach '%s'; use an address such as 127.0.0.1, or "
                "add --listen-beyond-this-machine to allow this",
                s->address);
}

const struct command serve_command = {
    .name = "serve",
    .bit = SERVE,
    .arguments = "",
    .summary = "start the web page on this machine",
    .about =
        "Start a web server on this machine and print the address of the page. On the page you can "
        "paint a board, choose pieces, and count, list and draw the coverings. By default, only "
        "this machine can reach the server. Stop it with Ctrl-C.\v"
        "Examples:\n"
        "  boardcover serve\n"
        "  boardcover serve --port 0 --jobs 2 --job-time 5m --memory 4G\n",
    .check = check_settings,
    .run = run,
};
