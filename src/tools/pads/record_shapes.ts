import { Type } from 'typebox'
import { decisionStatuses, editStatuses, checkStates } from '../../rules/closed_lists.ts'
import { choice, flag, hex8, id, integer } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'
import { timers } from '../../rules/limits.ts'

/** A pad's records in outputs: ids and measures, no words. */

export const editRecord = partial({
  edit_id: id('edit'),
  status: choice(editStatuses),
  base_version: integer(1),
  version: integer(1, 'version it made'),
  section_ids: rows(hex8()),
  merged: flag('others landed in between and were kept'),
  merged_with: rows(id('edit')),
  added_chars: integer(0),
  removed_chars: integer(0),
  new_heading: flag(),
  removed_link: flag(),
  small: flag(
    `under ${timers.uncheckedMerge.belowShareOfSection * 100}% of each section, no new heading, no link removed`,
  ),
  goes_in_at: time('Checked hub: goes in unchecked'),
})

export const touchedSection = partial({
  section_id: hex8(),
  rev: integer(1),
  status: Type.String(),
  suggestions_only: flag('edit war'),
  check: choice(checkStates),
})

export const writtenBlock = partial({ block: hex8(), rev: integer(1) })

export const decisionOnPad = partial({
  decision_id: id('decision'),
  status: choice(decisionStatuses),
  section_id: hex8(),
  thread_id: id('thread'),
  at: time(),
})

export const decisionRecord = partial({ decision_id: id('decision'), status: choice(decisionStatuses) })
