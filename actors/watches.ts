import type { Feed } from './runtime/front/feed.ts'

/** Calls back whenever one of these actors changed, on any instance; returns a function that stops it. */
type Watch = (ids: readonly string[], changed: (id: string) => void) => () => void

/**
 * Lasting watches, besides the waits that end with the first change. When frames were lost, every watch that could be
 * concerned is called: a needless call costs one look, a missing one would never be made up for.
 */
export function openWatches(feed: Pick<Feed, 'listen'>): Watch {
  const watchers = new Map<string, Set<(id: string) => void>>()

  const call = (id: string): void => {
    for (const changed of watchers.get(id) ?? []) changed(id)
  }
  feed.listen({
    changed: call,
    missed(mayBe) {
      for (const id of watchers.keys()) if (mayBe(id)) call(id)
    },
    heardAgain() {
      for (const id of watchers.keys()) call(id)
    },
  })

  return (ids, changed) => {
    for (const id of ids) {
      const ofId = watchers.get(id) ?? new Set()
      watchers.set(id, ofId.add(changed))
    }
    return () => {
      for (const id of ids) {
        const ofId = watchers.get(id)
        ofId?.delete(changed)
        if (ofId?.size === 0) watchers.delete(id)
      }
    }
  }
}
