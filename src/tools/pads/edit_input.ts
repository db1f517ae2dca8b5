import { Type, type Static } from 'typebox'
import { inputs, sizes } from '../../rules/limits.ts'
import { choice, flag, hex8, id, integer, list, note, optional, padText, title, wordsOf } from '../input/fields.ts'

const { decision: most } = inputs
/** Answers to a suggestion or a decision. */
export const reviewOutcomes = ['accept', 'turn_down', 'withdraw'] as const

export const editPadInput = {
  pad_id: optional(id('pad', 'needed unless only resolves_thread or review is given')),
  base_version: optional(integer(1, 'version you read; needed with text')),
  text: optional(padText('whole new text')),
  section_id: optional(hex8('text is this section alone')),
  edits: optional(
    list(
      Type.Object({
        block: hex8(),
        rev: Type.Integer({ description: 'rev you read' }),
        text: padText('empty deletes the block'),
        find: optional(wordsOf(1, inputs.find, 'replace only this; must stand there exactly once')),
      }),
      sizes.edits,
      'paragraph edits',
    ),
  ),
  inserts: optional(
    list(
      Type.Object({
        after: Type.String({ maxLength: inputs.after, description: 'block id, section id, start or end' }),
        text: padText(undefined, 1),
      }),
      sizes.inserts,
      'new paragraphs',
    ),
  ),
  title: optional(title()),
  note: optional(note('what and why')),
  propose: optional(flag('suggest instead of editing')),
  decision: optional(
    Type.Object(
      {
        text: wordsOf(1, most.text),
        reason: optional(wordsOf(0, most.reason)),
        options: optional(list(wordsOf(1, most.option), most.options, 'considered')),
        thread_id: optional(id('thread')),
        post_id: optional(id('post')),
        section_id: optional(hex8()),
        supersedes: optional(id('decision')),
      },
      { description: 'record a decision on the pad' },
    ),
  ),
  resolves_thread: optional(id('thread', 'thread this answers')),
  answer_id: optional(id('post', 'mark as its answer')),
  unmark: optional(flag('take the mark off')),
  review: optional(
    Type.Object(
      {
        edit_id: optional(id('edit')),
        decision_id: optional(id('decision')),
        outcome: choice(reviewOutcomes),
        option: optional(integer(1, 'accept this one of its options, from 1', most.options)),
        note: optional(note()),
      },
      { description: 'answer a suggestion or decision' },
    ),
  ),
  task_id: optional(id('task', 'counts as progress on it')),
  dry_run: optional(flag('report merge and conflicts, change nothing')),
}

const whole = Type.Object(editPadInput)
export type EditPadInput = Static<typeof whole>
