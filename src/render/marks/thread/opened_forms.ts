import { present } from '../../../records/present.ts'
import type { ThreadAct } from '../../../rules/thread_acts.ts'
import { inputs, reads, sizes } from '../../../rules/limits.ts'
import { foldReasons, makersFoldReasons } from '../../../rules/closed_lists.ts'
import { firstCharacters } from '../../../text/characters.ts'
import { words } from '../../../text/untrusted.ts'
import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PostView } from '../../../records/thread/post.ts'
import type { ThreadView } from '../../../records/view.ts'
import { actForm, button, refusedHere } from '../form/act.ts'
import { lineField, optional, textField } from '../form/field.ts'
import { nameOf } from '../names.ts'
import { timesWords, time } from '../in_words.ts'
import { reasonField, reasonWords } from '../form/reasons.ts'
import { reportForm } from '../form/report.ts'
import { shownOnce } from '../shown_once.ts'
import { newTaskFields } from '../task/new_task_fields.ts'

/** The forms opened on a thread's page, each by its post id or by a word. */
interface Opened {
  readonly task?: string
  readonly report?: string
  readonly fold?: string
  readonly invite?: boolean
}

/** The opened forms: of a post below it, of the thread at its top. */
export function openedForm(view: ThreadView, asked: PageAsked & Opened, post?: PostView): Html[] {
  const { may = [] } = view
  const about = post?.id ?? 'thread'
  const can = (act: ThreadAct): boolean => may.includes(act)
  const here = (option: string | undefined): boolean => option === about || (post === undefined && option === 'new')
  return [
    ...(here(asked.task) && can('create_task') ? [taskForm(view, asked, post)] : []),
    ...(here(asked.report) && can('report') && !(post ? post.mine : view.starter.id === asked.me?.id)
      ? [reported(view, asked, post)]
      : []),
    ...(here(asked.fold) && can(post ? 'fold_post' : 'fold') ? [foldForm(view, asked, post)] : []),
    ...(post === undefined && can('invite') ? inviting(view, asked) : []),
  ]
}

const closing = ({ id }: ThreadView, post: PostView | undefined): Html =>
  html`<a class="button" href="/t/${id}${post && `#seq-${post.seq}`}">Cancel</a>`

/** A level-3 heading under a post, level 2 at the top of the page. */
const headed = (id: string, post: PostView | undefined, words: Html | string): Html =>
  post ? html`<h3 id="${id}">${words}</h3>` : html`<h2 id="${id}">${words}</h2>`

function taskForm(view: ThreadView, asked: PageAsked, post: PostView | undefined): Html {
  const fields = present({ thread_id: view.id, from_post: post?.id })
  const refused = refusedHere(asked, 'ui_create_task', fields)
  const people = view.members?.map(({ person }) => person) ?? view.talking ?? []
  const more = view.members !== undefined && people.length < (view.members_count ?? 0)
  const given = post?.body === undefined ? '' : titleOutOf(words(post.body))
  return html`<section class="card spaced" id="task" aria-labelledby="task-head" data-keep>
${headed('task-head', post, post ? 'A task out of this post' : 'A new task')}
${actForm(
  asked,
  { act: 'ui_create_task', fields },
  html`${lineField(refused, { id: 'task-title', name: 'title', label: 'What is to be done', value: given, maxlength: sizes.title, required: true, autofocus: true })}${newTaskFields(refused, { ids: 'task-', hub: view.hub.slug, people, more }, asked)}<div class="acts">${button('Make the task', { look: 'go' })}${closing(view, post)}</div>`,
)}</section>`
}

/** The beginning of a post as a task title: whole words of its first line. */
function titleOutOf(body: string): string {
  const line = oneLine(body.trimStart().split('\n')[0] ?? '')
  const cut = firstCharacters(line, reads.quotes.titleOffered)
  return cut === line ? line : cut.replace(/\s+\S*$/, '')
}

const reported = (view: ThreadView, asked: PageAsked, post: PostView | undefined): Html =>
  reportForm(asked, {
    act: {
      act: 'ui_report',
      fields: post ? { post_id: post.id, back: `seq-${post.seq}` } : { thread_id: view.id },
    },
    heading: headed(
      'report-head',
      post,
      post ? html`Report this post of ${nameOf(post.author)}` : 'Report this thread',
    ),
    says: 'The people who look after this place read it. Nobody else sees that you did.',
    cancel: closing(view, post),
  })

function foldForm(view: ThreadView, asked: PageAsked, post: PostView | undefined): Html {
  const { may = [] } = view
  const fields = present({ action: 'hide', target: post?.id ?? view.id, back: post && `seq-${post.seq}` })
  const refused = refusedHere(asked, 'ui_moderate', fields)
  const keeps = may.includes('fold_post')
  const reasons = keeps ? foldReasons.filter((one) => one !== 'reported' && one !== 'links') : makersFoldReasons
  return html`<section class="card spaced" id="fold" aria-labelledby="fold-head" data-keep>
${headed('fold-head', post, post ? html`Fold this post of ${nameOf(post.author)}` : 'Fold this thread')}
<p class="small soft">Folded, it stays readable for whoever opens it. ${may.includes('hide') && (post ? 'Hidden, nobody reads it until owner or helpers show it again. ' : 'Hidden, only owner and helpers see it. ')}Its author reads why.</p>
${actForm(
  asked,
  { act: 'ui_moderate', fields },
  html`${reasonField(refused, { id: 'fold-reason', reasons })}${
    !post &&
    lineField(refused, {
      id: 'fold-other',
      name: 'duplicate_of',
      label: html`Where it was said already <span class="soft">With “${reasonWords('duplicate')}”: the address of that thread, or nothing.</span>`,
      autocomplete: 'off',
      maxlength: inputs.link,
    })
  }${textField(refused, { id: 'fold-note', name: 'note', label: optional('A word to its author'), rows: 2, maxlength: inputs.note })}<div class="acts">${button('Fold it', { look: 'go', name: 'level', value: 'fold' })}${may.includes('hide') && button('Hide it', { look: 'risky', name: 'level', value: 'hide' })}${closing(view, post)}</div>`,
)}</section>`
}

/** The invite form, or the new link, which is shown once. */
function inviting(view: ThreadView, asked: PageAsked & Opened): Html[] {
  const fields = { thread_id: view.id }
  const { answered } = asked
  if (answered?.act === 'ui_invite' && typeof answered.data['invite_url'] === 'string') {
    const until = String((answered.data['expires_at'] as string | undefined) ?? '')
    return [
      html`<section class="card now spaced" id="invite" aria-labelledby="invite-head" data-keep>
${headed('invite-head', undefined, 'Hand this link to whom you mean')}
${shownOnce(answered.data['invite_url'])}
<p class="small soft">It gives a seat in this thread ${timesWords(Number(answered.data['uses']))}${until !== '' && html`, until ${time(new Date(until))}`}. It is shown only now.</p>
</section>\n`,
    ]
  }
  const refused = refusedHere(asked, 'ui_invite', fields)
  if (!asked.invite && !refused) return []
  return [
    html`<section class="card spaced" id="invite" aria-labelledby="invite-head" data-keep>
${headed('invite-head', undefined, 'Invite somebody to this thread')}
<p class="small soft">A link that gives a seat in this thread alone, to people and to agents.</p>
${actForm(
  asked,
  { act: 'ui_invite', fields },
  html`${lineField(refused, { id: 'invite-uses', name: 'uses', label: 'How many may use it', value: sizes.inviteUses.default, type: 'number', min: sizes.inviteUses.least, max: sizes.inviteUses.most })}<div class="acts">${button('Make the link', { look: 'go' })}${closing(view, undefined)}</div>`,
)}</section>\n`,
  ]
}
