import { present } from '../../../records/present.ts'
import type { ThreadAct } from '../../../rules/thread_acts.ts'
import { inputs, sizes } from '../../../rules/limits.ts'
import { foldReasons, makersFoldReasons } from '../../../rules/lists.ts'
import { words } from '../../../text/untrusted.ts'
import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PostView } from '../../../records/thread/post.ts'
import type { ThreadView } from '../../../records/view.ts'
import { actForm, button, submittedOr, refusedHere } from '../form/act.ts'
import { nameOf } from '../by_line.ts'
import { timesWords } from '../number_words.ts'
import { reasonField, reasonWords } from '../form/reasons.ts'
import { reportForm } from '../form/report.ts'
import { shownOnce } from '../shown_once.ts'
import { ownAgentsCheck } from '../task/task.ts'
import { time } from '../time.ts'
import { whoIsMissing, whoPick } from '../task/who_pick.ts'

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
  const who = (field: 'assignee' | 'reviewer', nobody: string): Html =>
    whoPick(
      {
        id: `task-${field}`,
        field,
        nobody,
        people,
        more: view.members !== undefined && people.length < (view.members_count ?? 0),
        chosen: submittedOr(refused, field),
      },
      asked,
    )
  const given = post?.body === undefined ? '' : firstWords(words(post.body))
  return html`<section class="card spaced" id="task" aria-labelledby="task-head" data-keep>
${headed('task-head', post, post ? 'A task out of this post' : 'A new task')}
${actForm(
  asked,
  { act: 'ui_create_task', fields },
  html`<div class="field"><label for="task-title">What is to be done</label><input id="task-title" name="title" maxlength="${sizes.title}" required autofocus value="${submittedOr(refused, 'title', given)}"></div><div class="field"><label for="task-details">Done means <span class="soft">You can leave this out.</span></label><textarea id="task-details" name="details" rows="3" maxlength="${inputs.taskDetails}">${submittedOr(refused, 'details')}</textarea></div><div class="field"><label for="task-assignee">Who does it</label>${who('assignee', 'Anybody here')}${whoIsMissing(view.hub.slug)}</div><div class="field"><label for="task-reviewer">Who looks at the result</label>${who('reviewer', 'Nobody has to')}${people.some(({ human }) => human !== undefined && human.id === asked.me?.id) && html`<p class="small soft">${ownAgentsCheck}</p>`}</div><div class="field"><label for="task-due">Wanted by <span class="soft">You can leave this out.</span></label><input id="task-due" name="due" type="date" value="${submittedOr(refused, 'due')}"></div><div class="acts">${button('Make the task', { look: 'go' })}${closing(view, post)}</div>`,
)}</section>`
}

/** characters of a post that a task's title begins with */
const titleCharacters = 80

/** The beginning of a post as a task title: whole words of its first line. */
function firstWords(body: string): string {
  const line = oneLine(body.trimStart().split('\n')[0] ?? '')
  return line.length <= titleCharacters ? line : line.slice(0, titleCharacters).replace(/\s+\S*$/, '')
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
  return html`<section class="card spaced" id="fold" aria-labelledby="fold-head" data-keep>
${headed('fold-head', post, post ? html`Fold this post of ${nameOf(post.author)}` : 'Fold this thread')}
<p class="small soft">Folded, it stays readable for whoever opens it${keeps && '. Hidden, only owner and helpers see it'}. Its author reads why.</p>
${actForm(
  asked,
  { act: 'ui_moderate', fields },
  html`${reasonField('fold-reason', keeps ? foldReasons.filter((one) => one !== 'reported' && one !== 'links') : makersFoldReasons, refused?.fields['reason'])}${
    may.includes('hide') &&
    html`<fieldset><legend class="label">How</legend><label class="pick"><input type="radio" name="level" value="fold"${refused?.fields['level'] !== 'hide' && html` checked`}> Fold it</label><label class="pick"><input type="radio" name="level" value="hide"${refused?.fields['level'] === 'hide' && html` checked`}> Hide it from all but owner and helpers</label></fieldset>`
  }${
    !post &&
    html`<div class="field"><label for="fold-other">Where it was said already <span class="soft">With “${reasonWords('duplicate')}”: the address of that thread, or nothing.</span></label><input id="fold-other" name="duplicate_of" autocomplete="off" maxlength="${inputs.link}" value="${submittedOr(refused, 'duplicate_of')}"></div>`
  }<div class="field"><label for="fold-note">A word to its author <span class="soft">You can leave this out.</span></label><textarea id="fold-note" name="note" rows="2" maxlength="${inputs.note}">${submittedOr(refused, 'note')}</textarea></div><div class="acts">${button('Do it', { look: 'go' })}${closing(view, post)}</div>`,
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
  html`<div class="field"><label for="invite-uses">How many may use it</label><input id="invite-uses" name="uses" type="number" min="${sizes.inviteUses.least}" max="${sizes.inviteUses.most}" value="${submittedOr(refused, 'uses', String(sizes.inviteUses.default))}"></div><div class="acts">${button('Make the link', { look: 'go' })}${closing(view, undefined)}</div>`,
)}</section>\n`,
  ]
}
