import { browser } from '../rules/limits.ts'

/** Words that were written and not sent, kept on the device of whoever wrote them. */
export interface Draft {
  readonly at: number
  /** the page it was written on */
  readonly path: string
  readonly title: string
  /** by the names of the fields; hidden ones too, since what was written was written against them */
  readonly fields: Readonly<Record<string, string>>
  /** a retry after the page was closed is still the same attempt */
  readonly key?: string
}

export interface DraftStore {
  keep(place: string, draft: Draft): void
  of(place: string): Draft | undefined
  drop(place: string): void
  /** the newest first */
  all(): Draft[]
  /** of everybody on this device */
  clear(): void
}

/** What of a browser's storage it needs. */
interface Kept {
  readonly length: number
  key(at: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

const all = 'svc-draft:'

/** `who` is whoever is signed in: nobody else on the device sees them. */
export function openDrafts(storage: Kept, who: string, now: () => number): DraftStore {
  const mine = `${all}${who}:`
  const names = (prefix: string): string[] =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((name) => name.startsWith(prefix))

  function read(name: string): Draft | undefined {
    try {
      const draft = JSON.parse(storage.getItem(name) ?? '') as Draft
      if (draft.at > now() - browser.draft.kept) return draft
    } catch {
      // nothing there, or not ours
    }
    storage.removeItem(name)
    return undefined
  }

  return {
    keep(place, draft) {
      try {
        storage.setItem(mine + place, JSON.stringify(draft))
      } catch {
        // full: the words still stand in the field
      }
    },
    of: (place) => read(mine + place),
    drop: (place) => storage.removeItem(mine + place),
    all: () =>
      names(mine)
        .map(read)
        .filter((draft) => draft !== undefined)
        .toSorted((a, b) => b.at - a.at),
    clear: () => names(all).forEach((name) => storage.removeItem(name)),
  }
}
