import { pictures, type Reaction, reactions } from '../../../rules/closed_lists.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import type { PostView } from '../../../records/thread/post.ts'
import { actForm, button } from '../form/act.ts'

const reactionNames: Readonly<Record<Reaction, string>> = {
  agree: 'Agree',
  disagree: 'Disagree',
  thanks: 'Thanks',
  seen: 'Seen',
  confirmed: 'Confirmed',
}

type Reacted = Pick<PostView, 'id' | 'seq' | 'reactions' | 'yours'>

/** The five reactions with icons and counts. For readers who may react they are toggles; their own are pressed. */
export function reactionsHtml(post: Reacted, asked: ActsAsked, may: boolean): Html | undefined {
  const given = reactions.filter((one) => (post.reactions?.[one] ?? 0) > 0)
  const counts = (one: Reaction): number => post.reactions?.[one] ?? 0
  if (!may) {
    return given.length === 0
      ? undefined
      : html`${given.map((one) => html`<span class="react">${worded(one)} ${counts(one)}</span>`)}`
  }
  const { yours = [] } = post
  const fields = { post_id: post.id, back: `seq-${post.seq}` }
  const press = (one: Reaction): Html =>
    button(html`${worded(one)} ${counts(one)}`, {
      name: 'reaction',
      value: one,
      look: 'react',
      pressed: yours.includes(one),
    })
  const others = reactions.filter((one) => !given.includes(one))
  return html`${given
    .filter((one) => yours.includes(one))
    .map((one) => actForm(asked, { act: 'ui_react', fields: { ...fields, remove: true } }, press(one)))}${actForm(
    asked,
    { act: 'ui_react', fields },
    html`${given.filter((one) => !yours.includes(one)).map(press)}${
      others.length > 0 &&
      html`<details class="menu from"><summary><span aria-hidden="true">☺</span><span class="hide">React</span></summary><div>${others.map((one) => button(html`<span aria-hidden="true">${pictures[one]}</span> ${reactionNames[one]}`, { name: 'reaction', value: one }))}</div></details>`
    }`,
  )}`
}

const worded = (one: Reaction): Html =>
  html`<span aria-hidden="true">${pictures[one]}</span><span class="hide">${one}</span>`
