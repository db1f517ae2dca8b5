import { Type } from 'typebox'
import { historyView, readPadHistory } from '../../reading/pad/pad_history.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import { lines, md, ref } from '../../render/markdown/md.ts'
import { fence } from '../../render/markdown/fence.ts'
import { orUnreadable } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { editKinds } from '../../rules/closed_lists.ts'
import { changedLines } from '../../text/merging/changed_lines.ts'
import { untrusted } from '../../text/untrusted.ts'
import { decisionData, editData } from '../find/open_pad_data.ts'
import { choice, cursor, hex8, id, integer, optional } from '../input/fields.ts'
import { rows, time } from '../output/shapes.ts'
import { decisionOnPad, editRecord } from '../pads/record_shapes.ts'
import { quoting } from '../tool.ts'
import { ownAppTool } from './app_tool.ts'

const changes = ['added', 'changed', 'removed', 'moved'] as const

/** Fields of an edit in a history, beside its measures. */
const more = {
  kind: optional(choice(editKinds)),
  by_id: optional(Type.String()),
  at: optional(time()),
}

/** A pad's edits and the decisions made in their time, newest first; for two versions also their differences, block by block. */
export const uiHistory = ownAppTool({
  name: 'ui_history',
  title: 'History',
  kind: 'read',
  input: {
    pad_id: id('pad'),
    from_version: optional(integer(1, 'edits after it')),
    to_version: optional(integer(1, 'edits up to it')),
    cursor: optional(cursor('next page')),
  },
  output: {
    pad_id: id('pad'),
    version: integer(1),
    from_version: integer(1),
    to_version: integer(1),
    edits: rows(Type.Object({ ...editRecord.properties, ...more })),
    decisions: rows(decisionOnPad),
    difference: rows(
      Type.Object({ block_id: hex8(), change: choice(changes), before_chars: integer(0), after_chars: integer(0) }),
    ),
    difference_left_off: integer(1),
    next_cursor: Type.String(),
  },
  async run({ input, reader, now, parts }) {
    const found = await orUnreadable('pad', readPadHistory(parts, reader, input, now))
    const { head, edits, decisions = [], difference, next_cursor } = found
    const { from_version, to_version } = input
    const stamp = present({ version: head.version, from_version, to_version })
    // a pad of 60,000 characters may have 10,000 blocks, and no result may be that long
    const told = difference?.slice(0, reads.pad.difference)
    const leftOff = (difference?.length ?? 0) - (told?.length ?? 0)
    const next = present({ next_cursor })
    return {
      text: lines([
        ...edits.map(({ id: edit, version }) => md`${ref(edit)} · version ${version ?? 0}`),
        ...decisions.map(({ id: decision, status }) => md`${ref(decision)} · ${ref(status)}`),
        ...(told ?? []).map(({ block_id, change, ...sides }) =>
          lines([md`block ${ref(block_id)} ${ref(change)}`, fence(untrusted(changedLines(sides)))]),
        ),
      ]),
      data: presentAs({
        pad_id: head.id,
        ...stamp,
        edits: edits.map((edit) => ({
          ...editData(edit),
          kind: edit.kind,
          by_id: edit.by.id,
          at: edit.at.toISOString(),
        })),
        decisions: unlessEmpty(decisions)?.map(decisionData),
        difference: told?.map(({ block_id, change, before = '', after = '' }) => ({
          block_id,
          change,
          before_chars: before.length,
          after_chars: after.length,
        })),
        difference_left_off: leftOff > 0 ? leftOff : undefined,
        ...next,
      }),
      trust: quoting(head.hidden ? 'private' : head.hub.audience),
      view: () => historyView(found, stamp),
    }
  },
})
