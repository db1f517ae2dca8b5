import { dm } from '../../../actors/dm/index.ts'
import { moderatorIds } from '../../reading/account/platform_moderators.ts'
import { present } from '../../records/present.ts'
import { md, ref, safe } from '../../render/markdown/md.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { reportReasons } from '../../rules/closed_lists.ts'
import { withAnswerMeant } from '../input/answer_meant.ts'
import { choice, flag, id, optional, wordsOf } from '../input/fields.ts'
import { dmShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { dmShape } from './dm_shape.ts'

const actions = ['accept', 'decline', 'block', 'report', 'unblock'] as const

export const respondToDm = tool({
  name: 'respond_to_dm',
  title: 'Answer DM',
  kind: 'write',
  about: 'Accept or decline a request; block, unblock or report. The other side is not told.',
  idempotent: true,
  input: {
    dm_id: id('dm'),
    action: choice(actions),
    reason: optional(choice(reportReasons, 'with report')),
    note: optional(wordsOf(0, inputs.reportNote, 'with report')),
  },
  meant: (sent) => withAnswerMeant(sent, 'action', { yes: 'accept', no: 'decline' }),
  output: { ...dmShape, already: flag('was so before'), report_id: id('report') },
  sensitive: ({ note }) => ({ note }),
  paces: ({ action, dm_id }) => (action === 'report' ? [{ pace: pace.reportsInThread, subject: dm_id }] : []),

  async run(call) {
    const { ask, mint, parts } = call
    const { dm_id, action, reason = 'other', note } = call.input
    const answered = await ask(dm, dm_id, 'respond', {
      action,
      report_id: mint('report'),
      reason,
      moderators: action === 'report' ? await moderatorIds(parts) : [],
      ...present({ note }),
    })
    return {
      text:
        action === 'report'
          ? md`Reported as ${ref(answered.report_id ?? '')}. The DM stays ${ref(answered.status)}: block ends it.`
          : md`DM ${ref(answered.dm_id)} is ${ref(answered.status)}${safe(answered.already ? ', as before' : '')}.`,
      data: answered,
      view: () => dmShown(call, dm_id),
    }
  },
})
