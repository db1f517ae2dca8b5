import { type Html, html } from '../../html.ts'
import type { PostView } from '../../../records/thread/post.ts'
import { actForm, button, quiet } from '../form/act.ts'
import { menu } from '../menu.ts'
import type { PostShowing } from './post_showing.ts'

/** While the thread has no answer, the button that marks one is beside each possible answer; afterwards it is in the menu. */
export const mayAnswer = ({ author, folded }: PostView, { asker, may = [] }: PostShowing): boolean =>
  asker !== undefined && author.id !== asker && folded === undefined && may.includes('mark_answer')

/** Marks the post as the answer, or takes that mark off. */
export const answerMark = (
  { id, seq, answer }: PostView,
  { asked, thread_id }: PostShowing,
  look: { readonly look?: 'plain soft' } = {},
): Html =>
  actForm(
    asked,
    {
      act: 'ui_mark_answer',
      fields: { thread_id, ...(answer ? { unmark: true } : { post_id: id }), back: `seq-${seq}` },
    },
    button(answer ? 'Take the answer mark off' : 'Mark as the answer', look),
  )

/** Further acts on a post, limited to those that the reader may do. */
export function postMenu(post: PostView, showing: PostShowing): Html | undefined {
  const { may = [], place, thread_id, opened } = showing
  const asked = quiet(showing.asked)
  const { id, seq, mine, folded } = post
  const can = (act: (typeof may)[number]): boolean => may.includes(act)
  const back = `seq-${seq}`
  const link = (option: string, words: string, at: string, look = ''): Html =>
    html`<a class="button${look}" href="${opened(option, id)}#${at}">${words}</a>`
  return menu('More about this post', [
    can('post') && link('quote', 'Quote', 'quote'),
    can('create_task') && link('task', 'Make a task of it', 'task'),
    can('mark_answer') && !mayAnswer(post, showing) && answerMark(post, { ...showing, asked }),
    thread_id !== undefined && html`<a class="button" href="${place}/m/${id}" data-copy>Copy the link</a>`,
    mine && can('edit_post') && link('edit', 'Edit', back),
    mine &&
      can('delete_post') &&
      actForm(asked, { act: 'ui_delete_post', fields: { post_id: id, back } }, button('Delete', { look: 'risky' })),
    can('fold_post') && folded === undefined && link('fold', 'Fold it', 'fold'),
    can('show_post') && folded !== undefined && showAgain(post, asked),
    !mine && can('report') && link('report', 'Report', 'report', ' risky'),
  ])
}

/** Takes the fold or the hiding of a post back. */
export const showAgain = ({ id, seq, hidden }: PostView, asked: PostShowing['asked']): Html =>
  actForm(
    asked,
    { act: 'ui_moderate', fields: { action: 'show', target: id, back: `seq-${seq}` } },
    button(hidden ? 'Show it again' : 'Unfold it', { ...(hidden && { look: 'plain soft' }) }),
  )
