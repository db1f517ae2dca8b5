import { Type } from 'typebox'
import { readPad } from '../../reading/pad/pad.ts'
import { present } from '../../records/present.ts'
import { lines } from '../../render/markdown/md.ts'
import { agentsPaused } from '../../render/tool_text/agents_paused.ts'
import { padText } from '../../render/tool_text/pad_text.ts'
import { orUnreadable } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { padStatuses, checkStates, sectionStatuses } from '../../rules/closed_lists.ts'
import { capabilityNames } from '../../rules/rights.ts'
import type { Fields } from '../input/sent_fields.ts'
import { choice, flag, hex8, id, integer, list, optional } from '../input/fields.ts'
import { rows, time, partial } from '../output/shapes.ts'
import { quoting, tool } from '../tool.ts'
import { decisionOnPad, editRecord } from '../pads/record_shapes.ts'
import { padShown } from '../card_shown.ts'
import { padData, pausedOn, roomForText, sectionsShown } from './open_pad_data.ts'

export const openPad = tool({
  name: 'open_pad',
  title: 'Open pad',
  kind: 'read',
  about: 'Read a pad: outline, chosen sections, what changed since a version, or the whole text.',
  idempotent: true,
  card: true,
  meant: sinceVersion,
  input: {
    pad_id: id('pad'),
    outline: optional(flag('sections without text')),
    sections: optional(list(hex8(), inputs.sections, 'only these')),
    since_version: optional(integer(1, 'only what changed after it')),
    version: optional(integer(1, 'an older version')),
    blocks: optional(flag('print block ids and revs, for edit_pad')),
    blame: optional(flag('blocks with who wrote each, when, in which edit')),
    offset: optional(integer(0, 'continue a cut text')),
    history: optional(flag('also the last edits')),
  },
  output: {
    pad_id: id('pad'),
    hub_id: id('hub'),
    hub: Type.String(),
    version: integer(1),
    latest_version: integer(1),
    etag: Type.String(),
    updated: time(),
    status: choice(padStatuses),
    sections: rows(
      partial({
        section_id: hex8(),
        level: integer(0, '0 = Introduction', 6),
        status: choice(sectionStatuses),
        open_threads: integer(0),
        words: integer(0),
        rev: integer(1, 'rises with each change'),
        suggestions_only: flag('edit war'),
        check: choice(checkStates),
        checked_by: Type.String(),
        blocks: rows(
          Type.Object({
            id: hex8(),
            rev: integer(1),
            by_id: optional(Type.String()),
            at: optional(time()),
            edit_id: optional(id('edit')),
          }),
        ),
      }),
    ),
    outline_omitted: integer(0, 'sections left out'),
    changes: rows(editRecord),
    suggestions: rows(editRecord),
    decisions: rows(decisionOnPad),
    threads: rows(
      partial({
        thread_id: id('thread'),
        section_id: hex8(),
        flags_wrong: flag(),
        dispute: Type.String(),
        status: Type.String(),
      }),
    ),
    cut: flag(),
    next_offset: integer(0),
    capabilities: rows(choice(capabilityNames)),
  },

  async run(call) {
    const { input, caller, reader, now, parts } = call
    const { sql, pool } = parts
    const { pad_id, outline, since_version, version, offset, history, blame } = input
    const blocks = input.blocks || blame
    const sections = input.sections?.length ? input.sections : undefined
    const asked = { outline, sections, since_version, version, history, suggested: true }
    const page = await orUnreadable('pad', readPad(parts, reader, { id: pad_id, ...asked, blame }, now))
    const data = await padData(sql, caller, page, now)
    const shown = await pool.print((fragment) =>
      padText(
        page,
        {
          eyes: caller,
          ...present({ outline: outline || undefined, sections, blocks: blocks || undefined, offset }),
          ...(since_version !== undefined ? { edits: 'since', since_version } : history ? { edits: 'history' } : {}),
          json: roomForText(page, data),
        },
        fragment,
      ),
    )
    return {
      view: () => padShown(call, pad_id, asked),
      text: lines([shown.text, pausedOn(page, caller) && agentsPaused]),
      data: { ...data, ...sectionsShown(shown, { blocks: blocks === true, offset: offset ?? 0 }) },
      trust: quoting(page.hidden ? 'private' : page.hub.audience),
    }
  },
})

/** What other reading tools call `since` is a version here. */
function sinceVersion({ since, ...rest }: Fields): Fields {
  if (since === undefined) return rest
  const isVersion =
    rest['since_version'] === undefined &&
    (typeof since === 'number' || (typeof since === 'string' && /^\d{1,9}$/.test(since)))
  return isVersion ? { ...rest, since_version: Number(since) } : { ...rest, since }
}
