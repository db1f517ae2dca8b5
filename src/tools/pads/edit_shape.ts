import { invalid, wrongArgument } from '../../rules/errors.ts'
import type { EditPadInput } from './edit_input.ts'

/** Whether the call changes the pad's title or text. */
export const changesText = ({ text, edits, inserts, title }: EditPadInput): boolean =>
  text !== undefined || title !== undefined || (edits?.length ?? 0) > 0 || (inserts?.length ?? 0) > 0

/** Refuses arguments that exclude each other, before any query. */
export function checkShape(input: EditPadInput): void {
  const { pad_id, decision, review, resolves_thread, answer_id, unmark } = input
  const writes = changesText(input) || decision !== undefined
  if (!writes && !review && resolves_thread === undefined && answer_id === undefined && !unmark) {
    throw invalid(
      'nothing_to_do',
      'Nothing to do: send text, edits, inserts, title, decision, review or resolves_thread.',
    )
  }
  if (review && (writes || resolves_thread !== undefined)) {
    throw invalid('one_of', 'review stands alone: send it without a change, a decision or resolves_thread.')
  }
  if (review) checkReview(review)
  checkResolving(input)
  checkPlaces(input)
  if (writes && pad_id === undefined) {
    throw wrongArgument('pad_id', 'is required', 'edit_pad needs pad_id to change a pad. Send it again with pad_id.')
  }
  checkText(input)
  if (decision && resolves_thread !== undefined && !changesText(input)) {
    throw invalid('one_of', 'A decision alone answers no thread: mark the answer in a call of its own.')
  }
}

function checkReview({ edit_id, decision_id, option, outcome }: NonNullable<EditPadInput['review']>): void {
  if ((edit_id === undefined) === (decision_id === undefined)) {
    throw invalid('one_of', 'review names exactly one of edit_id and decision_id.')
  }
  if (option !== undefined && (decision_id === undefined || outcome !== 'accept')) {
    throw invalid('one_of', 'review.option says which option of a decision is accepted: send it with decision_id.')
  }
}

function checkResolving(input: EditPadInput): void {
  const { resolves_thread, answer_id, unmark } = input
  if (answer_id !== undefined && unmark) throw invalid('one_of', 'Send answer_id to mark, or unmark, not both.')
  const marks = answer_id !== undefined || unmark === true
  if (marks && resolves_thread === undefined) throw invalid('one_of', 'answer_id and unmark need resolves_thread.')
  if (resolves_thread !== undefined && !marks && !changesText(input)) {
    throw invalid(
      'one_of',
      'resolves_thread comes with answer_id, with unmark, or with a change of the section it flags.',
    )
  }
}

/** An empty place counts as left out. */
function checkPlaces({ inserts = [] }: EditPadInput): void {
  const at = inserts.findIndex(({ after }) => after.trim() === '')
  if (at < 0) return
  const path = `inserts.${at}.after`
  throw wrongArgument(
    path,
    'is required',
    `${path} says where the text goes. Send start, a section id, or the id of a block before it.`,
  )
}

function checkText({ text, edits = [], inserts = [], base_version }: EditPadInput): void {
  if (text !== undefined && edits.length + inserts.length > 0) {
    throw invalid('text_and_edits', 'Send the whole text, or edits and inserts, not both.')
  }
  if (text !== undefined && base_version === undefined) {
    throw invalid('needs_base_version', 'text needs base_version: the version you read. open_pad tells it.')
  }
}
