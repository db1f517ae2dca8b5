import { unreadable } from '../../../src/rules/errors.ts'
import { isKeeper } from '../../../src/rules/may_read/readable.ts'
import { fold as foldTarget } from '../../../sql/effects/moderation/folds.ts'
import { postTexts } from '../../../sql/facts/thread/posts.ts'
import { present } from '../../../src/records/present.ts'
import { message } from '../../runtime/actor.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { editedPost, type Rewriting } from './edited_post.ts'
import { checkMentionLimit } from './mentions.ts'
import { advanced, storing, type Thread } from '../state.ts'
import { progressElsewhere, progressOf } from '../tasks/tasks.ts'

/** Replaces the text of the caller's own post. Mentions in it count as in a new post, and notify no one: those of the first text already did. */
export const editPost = message({
  // a second edit must see the text and the count of the first
  afresh: true,
  needs: (thread: Thread, { by, post_id }: Rewriting) => ({
    standing: standingIn(thread, by),
    post: postTexts.of(post_id),
  }),
  decide: (thread, args, { standing, post }, { now, at, public_on }) => {
    const { by, post_id, task } = args
    const access = readableBy(thread, by, standing, public_on, 'post')
    if (post?.thread_id !== thread.id || (post.hidden && !isKeeper(access.standing))) throw unreadable('post')
    mayAct('edit_post', thread, access, { own: post.account_id === by.id })
    checkMentionLimit(args.said.named, by)
    const { edits, folded, effects } = editedPost(post, args, access.asked, now)
    // the first post stands for the thread: what would have folded the thread at its start folds it now
    const fold =
      folded !== undefined && post.seq === 1 && !thread.fold ? { level: 'fold' as const, reason: folded } : undefined
    const isHere = task?.thread_id === thread.id
    const progressed = isHere ? progressOf(thread, by, now, task.task_id) : { tasks: thread.tasks, effects: [] }
    const state = advanced(thread, { tasks: progressed.tasks, ...(fold && { fold }) }, now)
    return storing(state, {
      reply: present({
        post_id,
        seq: post.seq,
        thread_id: thread.id,
        hub_id: thread.hub_id,
        version: state.version,
        edits,
        folded,
      }),
      effects: [
        ...effects,
        ...progressed.effects,
        ...(fold ? [foldTarget({ target_id: thread.id, ...fold, at })] : []),
      ],
      tell: task && !isHere ? [progressElsewhere(task, by)] : [],
    })
  },
})
