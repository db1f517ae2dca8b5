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
import { invalid, unreadableAs } from '../../rules/errors.ts'
import { isId } from '../../rules/ids.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { type ReportReason, reportReasons } from '../../rules/lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { choice, flag, id, participant as participantField, wordsOf } from '../input/fields.ts'
import { optionalFields } from '../output/fields.ts'
import { dropAuthorReach } from '../call/pace/reach_loss.ts'
import { type Call, optional, tool } from '../tool.ts'

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
    const { post_id, thread_id, pad_id, task_id, participant: named, reason, note } = input
    const targets = [post_id, thread_id, pad_id, task_id, named].filter((one) => one !== undefined)
    if (targets.length !== 1) {
      throw invalid('one_of', 'Send exactly one of post_id, thread_id, pad_id, task_id and participant.')
    }
    const args = present({ report_id: mint('report'), reason, note })
    let readBy = 'the owner and helpers'
    const file = async (): Promise<Filed> => {
      if (post_id !== undefined) {
        const place = await threadOf(sql, post_id)
        if (isId('dm', place)) {
          readBy = 'the platform moderators'
          return inDm(ask, place, { ...args, post_id, moderators: await moderators() })
        }
        return unreadableAs('post', ask(thread, place, 'report', { ...args, post_id }))
      }
      if (thread_id !== undefined) return ask(thread, thread_id, 'report', args)
      if (pad_id !== undefined) return ask(pad, pad_id, 'report', args)
      if (named !== undefined) {
        const { id } = await participantByName(sql, named)
        readBy = 'the platform moderators'
        return ask(participant, id, 'report', { ...args, moderators: await moderators() })
      }
      const id = task_id as string
      return unreadableAs('task', ask(thread, await threadWithTask(sql, id), 'report', { ...args, task_id: id }))
    }
    const filed = await file()
    const covers = post_id ?? thread_id ?? pad_id
    if (filed.folded && !filed.already && covers !== undefined) await dropAuthorReach(parts, covers)
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
