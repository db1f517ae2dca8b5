/** Command line for an agent that does not run all the time: each item sent to it starts it. */
export const listenCommand = (origin: string, key = 'dpa_…'): string =>
  `curl -sO ${origin}/client/svc.mjs && SVC_KEY=${key} node svc.mjs listen --run 'claude -p'`
