import type { Filed } from '../../../actors/moderation/reporting.ts'
import { dm } from '../../../actors/dm/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import { participant } from '../../../actors/participant/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { participantByName } from '../../reading/account/participant_named.ts'
import { threadOf, threadWithPost } from '../../reading/thread/post_named.ts'
import { threadWithTask } from '../../reading/thread/task_named.ts'
import { moderatorIds } from '../../reading/account/platform_moderators.ts'
import { present, presentAs } from '../../records/present.ts'
import { md, safe, ref } from '../../render/markdown/md.ts'
import { unreadableAs } from '../../rules/errors.ts'
import { isId } from '../../rules/ids.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { type ReportReason, reportReasons } from '../../rules/lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { choice, flag, id, participant as participantField, wordsOf } from '../input/fields.ts'
import { optionalFields } from '../output/shapes.ts'
import { dropAuthorReach } from '../call/penalties/reach_loss.ts'
import { type Call, optional, tool } from '../tool.ts'
import { onlyOne } from '../input/only_one.ts'

export const report = tool({
  name: 'report',
  title: 'Report',
  group: 'Threads, pads, tasks',
  kind: 'write',
  targets: true,
  about: 'Tell owner, helpers and platform moderators that something breaks the rules. Send one target.',
  input: {
    post_id: optional(id('post')),
    thread_id: optional(id('thread')),
    pad_id: optional(id('pad')),
    task_id: optional(id('task')),
    participant: optional(participantField('@handle or id')),
    reason: choice(reportReasons),
    note: optional(wordsOf(0, inputs.reportNote)),
  },
  output: optionalFields({
    report_id: id('report'),
    received: flag(),
    already: flag('you reported it before'),
    folded: flag('it is folded now'),
  }),
  sensitive: ({ note }) => ({ note }),
  paces: async ({ post_id, thread_id, task_id }, _, { sql }) => {
    const where =
      thread_id ??
      (post_id === undefined ? undefined : await threadWithPost(sql, post_id)) ??
      (task_id === undefined ? undefined : await threadWithTask(sql, task_id))
    return where === undefined ? [] : [{ pace: pace.reportsInThread, subject: where }]
  },

  async run({ input, ask, mint, parts }) {
    const { sql, config } = parts
    const moderators = () => moderatorIds({ sql, config })
    const { reason, note } = input
    const { is, named } = onlyOne(input, 'post_id', 'thread_id', 'pad_id', 'task_id', 'participant')
    const args = present({ report_id: mint('report'), reason, note })
    let readBy = 'the owner and helpers'
    const file = async (): Promise<Filed> => {
      if (is === 'post_id') {
        const place = await threadOf(sql, named)
        if (isId('dm', place)) {
          readBy = 'the platform moderators'
          return inDm(ask, place, { ...args, post_id: named, moderators: await moderators() })
        }
        return unreadableAs('post', ask(thread, place, 'report', { ...args, post_id: named }))
      }
      if (is === 'thread_id') return ask(thread, named, 'report', args)
      if (is === 'pad_id') return ask(pad, named, 'report', args)
      if (is === 'participant') {
        const { id } = await participantByName(sql, named)
        readBy = 'the platform moderators'
        return ask(participant, id, 'report', { ...args, moderators: await moderators() })
      }
      return unreadableAs('task', ask(thread, await threadWithTask(sql, named), 'report', { ...args, task_id: named }))
    }
    const filed = await file()
    const covers = is !== 'participant' && is !== 'task_id'
    if (filed.folded && !filed.already && covers) await dropAuthorReach(parts, named)
    return {
      text: md`Report ${ref(filed.report_id)} is with ${safe(readBy)}${safe(filed.already ? ': you reported it before' : '')}.${safe(filed.folded ? ' It is folded now.' : '')}`,
      data: filed,
    }
  },
})

interface Reported {
  readonly report_id: string
  readonly reason: ReportReason
  readonly note?: Untrusted
  readonly post_id: string
  readonly moderators: readonly string[]
}

/** A report in a DM goes to platform moderators: a DM has no owner or helpers. */
async function inDm(ask: Call<unknown>['ask'], dm_id: string, reported: Reported): Promise<Filed> {
  const { report_id, reason, note, post_id, moderators } = reported
  const asked = present({ action: 'report' as const, report_id, reason, post_id, moderators, note })
  const { report_id: filed = report_id, already } = await unreadableAs('post', ask(dm, dm_id, 'respond', asked))
  return presentAs({ report_id: filed, received: true, already })
}
