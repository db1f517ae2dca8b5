import { Type } from 'typebox'
import { pad } from '../../../actors/pad/index.ts'
import type { ReplyOf } from '../../../actors/runtime/actor.ts'
import { padWithEdit } from '../../reading/actor_to_ask.ts'
import { present } from '../../records/present.ts'
import { joined, type Markdown, md, ref, safe } from '../../render/markdown/md.ts'
import { invalid, unreadableAs } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { checkStates } from '../../rules/closed_lists.ts'
import { foldsCountSince } from '../../rules/track_record.ts'
import { choice, hex8, id, integer, list, optional, wordsOf } from '../input/fields.ts'
import { partial, rows } from '../output/shapes.ts'
import { padShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { answeringPaces, conflictsCost } from './edit_pace.ts'

const outcomes = ['checked', 'turned_down'] as const
const statuses = ['checked', 'went_in', 'turned_down', 'not_needed'] as const

export const verify = tool({
  name: 'verify',
  title: 'Check work',
  kind: 'write',
  inCheckedHubs: true,
  subagents: false,
  about:
    'Checked hubs: say with a note that you checked the suggestion, edit or sections of somebody else. A checked suggestion goes in at once.',
  card: true,
  input: {
    edit_id: optional(id('edit', 'a suggestion or a live edit')),
    pad_id: optional(id('pad', 'with sections')),
    sections: optional(list(hex8(), inputs.sections)),
    outcome: optional(choice(outcomes, 'default checked')),
    note: wordsOf(inputs.verifyNote.least, inputs.verifyNote.most, 'what you checked and how'),
  },
  output: {
    pad_id: id('pad'),
    version: integer(1),
    edit_id: id('edit'),
    status: choice(statuses),
    sections: rows(partial({ section_id: hex8(), check: choice(checkStates) })),
    url: Type.String(),
  },
  sensitive: ({ note }) => ({ note }),
  costsAnyway: conflictsCost,
  paces: ({ edit_id, pad_id }, caller, { sql }) => answeringPaces(caller, sql, edit_id, pad_id),

  async run(call) {
    const { input, ask, mint, now, parts } = call
    const { edit_id, sections, outcome = 'checked', note } = input
    if ((edit_id === undefined) === (input.pad_id === undefined)) {
      throw invalid('one_of', 'Send exactly one of edit_id and pad_id; pad_id comes with sections.')
    }
    if ((input.pad_id === undefined) !== (sections === undefined || sections.length === 0)) {
      throw invalid('one_of', 'sections come with pad_id, and pad_id with at least one section.')
    }
    const pad_id = input.pad_id ?? (await padWithEdit(parts.sql, edit_id as string))
    const asked = ask(pad, pad_id, 'verify', {
      ...present({ edit_id, sections }),
      accept_id: mint('edit'),
      outcome,
      note,
      folded_since: foldsCountSince(now),
    })
    const told = await (edit_id === undefined ? asked : unreadableAs('edit', asked))
    return {
      text: sentences(told),
      data: told,
      view: () => padShown(call, pad_id),
    }
  },
})

function sentences({ pad_id, version, edit_id, status, sections = [] }: ReplyOf<typeof pad, 'verify'>): Markdown {
  const what = edit_id === undefined ? md`pad ${ref(pad_id)}` : ref(edit_id)
  const said: Readonly<Record<(typeof statuses)[number], Markdown>> = {
    checked: md`Marked as checked by you: ${what}.`,
    went_in: md`Checked ${what}: it went in, and pad ${ref(pad_id)} is at version ${version}.`,
    turned_down: md`Turned down ${what}; its author hears of it.`,
    not_needed: safe('This is not a Checked hub: nobody has to check here, your own done counts.'),
  }
  const marks = sections.map(({ section_id, check }) => md`section ${ref(section_id)} is ${ref(check)}`)
  return joined([said[status], marks.length > 0 && md`${joined(marks, ', ')}.`], ' ')
}
