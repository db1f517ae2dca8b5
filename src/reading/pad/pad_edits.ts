import type { Sql } from '../../../sql/client.ts'
import type { Author } from '../../../sql/reads/pad/authors.ts'
import type { DecisionRead } from '../../../sql/reads/pad/decisions.ts'
import { type EditRead, replacedBy, type WaitingRead } from '../../../sql/reads/pad/edits.ts'
import { present } from '../../records/present.ts'
import { clip } from '../../render/cut_to_size.ts'
import type { EditLine, EditDetails } from '../../records/pad/edit_line.ts'
import type { Person } from '../../records/person.ts'
import { reads } from '../../rules/limits.ts'
import type { Mode } from '../../rules/hub_mode.ts'
import { changedParagraphs } from '../../text/merging/changed_lines.ts'
import { characters } from '../../text/characters.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { grouped } from '../../records/grouped.ts'

/** An edit with the fields that only `data` has, besides those of a line of text. */
export type PadEdit = EditLine & EditDetails

/** Characters kept of a decision's text, without its reason, once the decisions before it have used up the room. */
const decisionClip = 300

export const editLine = (edit: EditRead, person: (by: Author) => Person): PadEdit => {
  const { blocks: _, by, merged_with, ...rest } = edit
  return { ...rest, by: person(by), merged: merged_with.length > 0, merged_with }
}

/** Returns suggestions with what each would change. Each gets an equal share of the room; what is unused goes on. */
export function waitingLines(
  suggestions: readonly WaitingRead[],
  { mode, person, room }: { mode: Mode; person: (by: Author) => Person; room: number },
): readonly PadEdit[] {
  let left = room
  return suggestions.map(({ changed, goes_in_at, author_parent: _, author_principal: __, ...edit }, n) => {
    const shown = changed && clip(changed, Math.floor(left / (suggestions.length - n)))
    if (shown) left -= characters(shown.text)
    return {
      ...editLine(edit, person),
      // only in a Checked hub is a suggestion accepted by itself
      ...present({
        goes_in_at: mode === 'checked' && goes_in_at ? goes_in_at : undefined,
        changed: shown?.text,
        changed_cut: shown?.of === undefined ? undefined : true,
      }),
    }
  })
}

/** Shortens decisions to the room beside the text: beyond it they lose reason and options, and are clipped. */
export function shortened(decisions: readonly DecisionRead[]): readonly DecisionRead[] {
  let left: number = reads.pad.decisionCharacters
  return decisions.map((decision) => {
    const { reason, options, ...short } = decision
    for (const text of [decision.text, ...(reason === undefined ? [] : [reason]), ...options]) left -= characters(text)
    return left >= 0 ? decision : { ...short, options: [], text: clip(short.text, decisionClip).text }
  })
}

/** Returns what each edit changed, newest first until the room is used up. */
export async function changesOf(
  sql: Sql,
  pad: string,
  edits: readonly Pick<EditRead, 'id' | 'version' | 'added_chars' | 'removed_chars'>[],
): Promise<ReadonlyMap<string, Untrusted>> {
  let left: number = reads.pad.changeCharacters
  const shown = edits.filter(({ added_chars, removed_chars }) => (left -= added_chars + removed_chars) >= 0)
  const replaced = await replacedBy(
    sql,
    pad,
    shown.flatMap(({ version }) => (version === undefined ? [] : [version])),
  )
  const byVersion = grouped(replaced.map(({ version, ...sides }) => [version, sides]))
  let room: number = reads.pad.changeCharacters
  const changes = new Map<string, Untrusted>()
  for (const { id, version } of shown) {
    const paragraphs = byVersion.get(version ?? 0)
    if (paragraphs === undefined) continue
    const text = changedParagraphs(paragraphs)
    if ((room -= text.length) < 0) continue
    changes.set(id, untrusted(text))
  }
  return changes
}
