/**
 * The name of a message that may be narrowed to what came by some connections. A host of the release before does not
 * know `keys` and would take back all that their owner did, so with them a message has a name that it refuses, and each
 * is told by the one before it: the batch then stands still until a newer host goes on with it. That host must come
 * within `timers.undoStuck`: after it, the timed message that resumes a batch may reach an older host, which resumes it
 * without `keys`.
 */
export const narrowedToKeys = (operation: string, keys: readonly string[] | undefined): string =>
  keys === undefined ? operation : `${operation}_of_keys`
