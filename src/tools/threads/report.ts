import type { Filed } from '../../../actors/moderation/reporting.ts'
import type { ReplyOf } from '../../../actors/runtime/actor.ts'
import { dm } from '../../../actors/dm/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import { participant } from '../../../actors/participant/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { participantByName } from '../../reading/account/participant_named.ts'
import { threadOfPost, threadWithPost, threadWithTask } from '../../reading/actor_to_ask.ts'
import { moderatorIds } from '../../reading/account/platform_moderators.ts'
import { present, presentAs } from '../../records/present.ts'
import { md, safe, ref } from '../../render/markdown/md.ts'
import { unreadableAs } from '../../rules/errors.ts'
import { isId } from '../../rules/ids.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { type ReportReason, reportReasons } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { choice, flag, id, optional, participant as participantField, wordsOf } from '../input/fields.ts'
import { dropAuthorReach } from '../call/penalties/reach_loss.ts'
import { type Call, tool } from '../tool.ts'
import { onlyOne } from '../input/only_one.ts'

export const report = tool({
  name: 'report',
  title: 'Report',
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
  output: {
    report_id: id('report'),
    received: flag(),
    already: flag('you reported it before'),
    folded: flag('it is folded now'),
  },
  sensitive: ({ note }) => ({ note }),
  paces: async ({ post_id, thread_id, task_id }, _, { sql }) => {
    const where =
      thread_id ??
      (post_id === undefined ? undefined : await threadOfPost(sql, post_id)) ??
      (task_id === undefined ? undefined : await threadWithTask(sql, task_id))
    return where === undefined ? [] : [{ pace: pace.reportsInThread, subject: where }]
  },

  async run(call) {
    const { reason, note } = call.input
    const { is, named } = onlyOne(call.input, 'post_id', 'thread_id', 'pad_id', 'task_id', 'participant')
    const { filed, readBy } = await file(call, is, named, present({ report_id: call.mint('report'), reason, note }))
    const covers = is !== 'participant' && is !== 'task_id'
    if (filed.folded && !filed.already && covers) await dropAuthorReach(call.parts, named)
    return {
      text: md`Report ${ref(filed.report_id)} is with ${safe(readBy)}${safe(filed.already ? ': you reported it before' : '')}.${safe(filed.folded ? ' It is folded now.' : '')}`,
      data: filed,
    }
  },
})

type Named = 'post_id' | 'thread_id' | 'pad_id' | 'task_id' | 'participant'

/** Sends the report to the actor of what it is about. A participant and a DM have neither an owner nor helpers. */
async function file(
  { ask, parts }: Call<unknown>,
  is: Named,
  named: string,
  args: { readonly report_id: string; readonly reason: ReportReason; readonly note?: Untrusted },
): Promise<{ readonly filed: Filed; readonly readBy: string }> {
  const { sql } = parts
  const toKeepers = async (filed: Promise<Filed>) => ({ filed: await filed, readBy: 'the owner and helpers' })
  const toPlatform = async (filed: Promise<Filed>) => ({ filed: await filed, readBy: 'the platform moderators' })
  if (is === 'thread_id') return toKeepers(ask(thread, named, 'report', args))
  if (is === 'pad_id') return toKeepers(ask(pad, named, 'report', args))
  if (is === 'task_id') {
    const asked = ask(thread, await threadWithTask(sql, named), 'report', { ...args, task_id: named })
    return toKeepers(unreadableAs('task', asked))
  }
  if (is === 'participant') {
    const { id } = await participantByName(sql, named)
    return toPlatform(ask(participant, id, 'report', { ...args, moderators: await moderatorIds(parts) }))
  }
  const place = await threadWithPost(sql, named)
  if (!isId('dm', place)) {
    return toKeepers(unreadableAs('post', ask(thread, place, 'report', { ...args, post_id: named })))
  }
  const asked = ask(dm, place, 'respond', {
    ...args,
    action: 'report',
    post_id: named,
    moderators: await moderatorIds(parts),
  })
  return toPlatform(unreadableAs('post', asked).then((reply) => receivedIn(reply, args.report_id)))
}

const receivedIn = ({ report_id, already }: ReplyOf<typeof dm, 'respond'>, own: string): Filed =>
  presentAs({ report_id: report_id ?? own, received: true, already })
