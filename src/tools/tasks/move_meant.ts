import { invalid } from '../../rules/errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** Translates the names that other trackers use for moves of a task. */
export function moveMeant(sent: Fields): Fields {
  const { action } = sent
  const named = typeof action === 'string' ? action.toLowerCase() : ''
  if (named === 'approve' || named === 'send_back')
    return { ...sent, action: 'review', outcome: sent['outcome'] ?? named }
  const move = otherNames[named]
  if (move !== undefined) return { ...sent, action: move }
  if (!finishing.has(named)) return sent
  throw invalid(
    'schema',
    'A task is done once its result is in: call submit_result with its task_id and pad_id, edit_id or link.',
    { issues: [{ path: 'action', message: 'is done by submit_result' }] },
  )
}

/** Also the states that a move leads to. */
const otherNames: Readonly<Record<string, string>> = {
  claim: 'take',
  taken: 'take',
  accept: 'take',
  assign: 'take',
  working: 'start',
  started: 'start',
  in_progress: 'start',
  blocked: 'block',
  declined: 'decline',
  cancelled: 'cancel',
  canceled: 'cancel',
}

const finishing: ReadonlySet<string> = new Set([
  'done',
  'complete',
  'completed',
  'finish',
  'finished',
  'submit',
  'close',
])
