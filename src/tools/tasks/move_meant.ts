import { wrongArgument } from '../../rules/errors.ts'
import { withAnswerMeant } from '../input/answer_meant.ts'
import { isLeftOut, type Fields } from '../input/sent_fields.ts'

/** Translates the names that other trackers use for moves of a task. */
export function moveMeant(sentAs: Fields): Fields {
  const sent = withAnswerMeant(sentAs, 'outcome', { yes: 'approve', no: 'send_back' })
  const { action } = sent
  const named = typeof action === 'string' ? action.toLowerCase() : ''
  if (named === 'approve' || named === 'send_back')
    return { ...sent, action: 'review', outcome: sent['outcome'] ?? named }
  if (named === 'accept') {
    throw wrongArgument(
      'action',
      'may mean take or review',
      'accept may mean two moves: send action take to do the task yourself, or action review with outcome approve to approve its result.',
    )
  }
  const move = Object.hasOwn(otherNames, named) ? otherNames[named] : undefined
  const isForAnother = move === 'take' && assigneeNames.some((name) => !isLeftOut(sent[name]))
  if (named === 'assign' || named === 'reassign' || isForAnother) {
    throw wrongArgument(
      'action',
      'gives the task to nobody else',
      'A task is given to somebody when it is made: call create_task with assignee. action take makes it your own.',
    )
  }
  if (move !== undefined) return { ...sent, action: move }
  if (!finishing.has(named)) return sent
  throw wrongArgument(
    'action',
    'is done by submit_result',
    'A task is done once its result is in: call submit_result with its task_id and pad_id, edit_id or link.',
  )
}

/** Also the states that a move leads to. */
const otherNames: Readonly<Record<string, string>> = {
  claim: 'take',
  taken: 'take',
  working: 'start',
  started: 'start',
  in_progress: 'start',
  blocked: 'block',
  declined: 'decline',
  cancelled: 'cancel',
  canceled: 'cancel',
}

/** Other names under which callers send the participant who should get the task. */
const assigneeNames = ['assignee', 'assignee_id', 'assignees', 'assign_to', 'assigned_to', 'participant']

const finishing: ReadonlySet<string> = new Set('done complete completed finish finished submit close'.split(' '))
