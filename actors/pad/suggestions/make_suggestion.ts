import { rateLimited } from '../../../src/rules/errors.ts'
import { pace, retrySeconds } from '../../../src/rules/limits.ts'
import { changedParagraphs } from '../../../src/text/merging/changed_lines.ts'
import type { Changed } from '../../../src/text/merging/next_version.ts'
import { textOf } from '../../../src/text/sections.ts'
import { untrusted, words } from '../../../src/text/untrusted.ts'
import type { EditRow } from '../../../sql/effects/pad/edits.ts'
import { present } from '../../../src/records/present.ts'
import type { Access } from '../../seats/place.ts'
import type { Saved } from '../editing/save.ts'
import type { Pad } from '../state.ts'
import { goesInAt } from './unchecked_merge.ts'

/** Turns an edit into a suggestion: a whole text on the current version, with which it is compared again later. */
export function suggestionOf(pad: Pad, { pad: next, edit, changes }: Saved, access: Access, now: number): EditRow {
  const { version: _, ...row } = edit
  const retitled = words(next.title) !== words(pad.title)
  return {
    ...row,
    kind: 'suggestion',
    status: 'proposed',
    base_version: pad.version,
    reversal: false,
    text: untrusted(textOf(next)),
    changed: untrusted(changedParagraphs(changes.filter(({ change }) => change !== 'moved').map(sidesOf))),
    ...present({ title: retitled ? next.title : undefined }),
    ...goesInAt(access, edit, now),
  }
}

const sidesOf = ({ before, after }: Changed) => present({ before: before?.text, after: after?.text })

/** Throws when too many suggestions wait on a pad, of this author or of all; `authors` has one entry per suggestion. */
export function checkWaitingLimit(authors: readonly string[], by: string): void {
  const { perParticipant, onPad } = pace.suggestionsWaiting
  const own = authors.filter((author) => author === by).length
  if (own < perParticipant && authors.length < onPad) return
  throw rateLimited(
    'suggestions',
    `At most ${perParticipant} of your suggestions and ${onPad} of all wait on one pad. Wait until one is answered, or withdraw one with review.`,
    { retry_after_seconds: retrySeconds.waitingDoesNotHelp },
  )
}
