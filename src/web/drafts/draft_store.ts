import { browser } from '../../rules/limits.ts'

/** Begins the name of what an account sent and has no answer to, which is cleared with the drafts. */
export const unheard = 'svc-unheard:'

const unsent = 'svc-draft:'

/** Unsent text, kept on its author's device. */
export interface Draft {
  readonly at: number
  /** path of the page it was written on */
  readonly path: string
  readonly title: string
  /** by field name; includes hidden fields, since the text was written against their values */
  readonly fields: Readonly<Record<string, string>>
  /** the idempotency key: a retry after the page was closed is still the same attempt */
  readonly key?: string | undefined
}

export type PlacedDraft = Draft & { readonly place: string }

export interface DraftStore {
  keep(place: string, draft: Draft): void
  of(place: string): Draft | undefined
  drop(place: string): void
  /** newest first, each with its place */
  all(): PlacedDraft[]
  /** removes the drafts of all accounts on this device, and what they sent that is unanswered */
  clear(): void
}

/** The part of the Storage interface that it uses. */
interface Kept {
  readonly length: number
  key(at: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** Opens the drafts of account `who`; other accounts on the device do not see them. */
export function openDrafts(storage: Kept, who: string, now: () => number): DraftStore {
  const mine = `${unsent}${who}:`
  const names = (): string[] => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

  function read(name: string): PlacedDraft | undefined {
    try {
      const draft = JSON.parse(storage.getItem(name) ?? '') as Draft
      if (draft.at > now() - browser.draft.kept) return { ...draft, place: name.slice(mine.length) }
    } catch {
      // missing, or not in our format
    }
    storage.removeItem(name)
    return undefined
  }

  return {
    keep(place, draft) {
      try {
        storage.setItem(mine + place, JSON.stringify(draft))
      } catch {
        // storage is full: the text is still in the field
      }
    },
    of: (place) => read(mine + place),
    drop: (place) => storage.removeItem(mine + place),
    all: () =>
      names()
        .filter((name) => name.startsWith(mine))
        .flatMap((name) => read(name) ?? [])
        .toSorted((a, b) => b.at - a.at),
    clear: () =>
      names()
        .filter((name) => name.startsWith(unsent) || name.startsWith(unheard))
        .forEach((name) => storage.removeItem(name)),
  }
}
