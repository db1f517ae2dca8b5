import { presentAs } from '../../../records/present.ts'
import { decisionWords } from '../../words/decision_words.ts'
import { inputs, reads } from '../../../rules/limits.ts'
import type { Untrusted } from '../../../text/untrusted.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type {
  DecisionWait,
  FlagWait,
  ReportWait,
  ResultWait,
  SuggestionWait,
  TakeoverWait,
  Wait,
} from '../../../records/home/to_decide.ts'
import { actForm, button, type ButtonKey, submittedOr, refusedHere } from '../form/act.ts'
import { nameOf } from '../names.ts'
import { decideForm } from './decision_answers.ts'
import { checkForm } from './suggestion_answers.ts'
import { foldFor, reasonWords } from '../form/reasons.ts'
import { seenButton } from '../form/seen_button.ts'
import { counted } from '../in_words.ts'

/** The answers to a waiting question, each a form of its own that takes one click or key. */

interface Answering extends ActsAsked {
  /** the first card of the queue */
  readonly now?: boolean
  /** inside a chat, whose keys are the host's */
  readonly keyless?: boolean
}

interface Answers {
  readonly forms: Html | undefined
  /** the forms stand beside the sentence, when nothing stands below it */
  readonly beside: boolean
}

export function answersOf(wait: Wait, asked: Answering): Answers {
  if (!asked.me) return { forms: undefined, beside: true }
  switch (wait.kind) {
    case 'suggestion':
      return wait.checks ? checking(wait, asked) : answering(wait, asked)
    case 'decision':
      return deciding(wait, asked)
    case 'result':
      return looking(wait, asked)
    case 'takeover':
      return keeping(wait, asked)
    case 'report':
      return reported(wait, asked)
    case 'flag':
      return wait.settles ? inOneClick(wait, asked) : mending(wait, asked)
    case 'join':
    case 'dm_request':
      return inOneClick(wait, asked)
  }
}

/** An answer without words: the act, and its outcomes by name. */
interface Quick {
  readonly act: string
  readonly fields: Readonly<Record<string, string>>
  readonly what: string
  readonly name: string
  readonly yes: Choice
  readonly no: Choice
}

type Choice = readonly [value: string, words: string]

const askerName = ({ by }: Pick<Wait, 'by'>): string => plainName(by?.name)

/** Returns undefined when an answer takes more than one click. */
export function quickAnswer(wait: Wait): Quick | undefined {
  const name = 'outcome'
  switch (wait.kind) {
    case 'suggestion': {
      if (wait.checks) return undefined
      const what = changeOf(wait)
      const choices = { yes: ['accept', 'Accept'], no: ['turn_down', 'Turn down'] } as const
      return { act: 'ui_answer_edit', fields: { edit_id: wait.edit_id }, what, name, ...choices }
    }
    case 'join': {
      const place = wait.thread ? { thread_id: wait.thread.id } : { hub: wait.hub.slug ?? wait.hub.id }
      const choices = { yes: ['let_in', 'Let in'], no: ['turn_away', 'Turn away'] } as const
      const fields = { ...place, participant: wait.by.id }
      return { act: 'ui_answer_request', fields, what: askerName(wait), name, ...choices }
    }
    case 'flag': {
      if (!wait.settles) return undefined
      const what = plainName(wait.section ? wait.section.heading : wait.pad.title)
      const choices = { yes: ['fixed', 'Fixed'], no: ['not_wrong', 'It was right'] } as const
      return { act: 'ui_settle_flag', fields: { thread_id: wait.thread.id }, what, name, ...choices }
    }
    case 'dm_request': {
      const choices = { yes: ['accept', 'Accept'], no: ['decline', 'Decline'] } as const
      return { act: 'ui_answer_dm', fields: { dm_id: wait.dm_id }, what: askerName(wait), name: 'action', ...choices }
    }
    case 'decision':
    case 'result':
    case 'takeover':
    case 'report':
      return undefined
  }
}

function inOneClick(wait: Wait, asked: Answering): Answers {
  const quick = quickAnswer(wait)
  return { forms: quick && quickForm(quick, asked), beside: true }
}

const quickForm = ({ name, yes, no, ...acting }: Quick, asked: Answering, more?: Html): Html =>
  actForm(
    asked,
    { ...acting, class: 'acts' },
    html`${go(asked, yes[1], { name, value: yes[0] })}${button(no[1], { name, value: no[0], ...keyed(asked, 'D') })}${more}`,
  )

function keeping(wait: TakeoverWait, asked: Answering): Answers {
  const acting = {
    act: 'ui_moderate',
    fields: { action: 'object_takeover', target: wait.hub.id },
    what: askerName(wait),
  }
  const keep = actForm(asked, acting, go(asked, 'Keep it'))
  return { forms: html`<div class="acts">${keep}${seenButton(wait.items, asked)}</div>`, beside: true }
}

/** The key works on every card, and is shown on the first. */
const keyed = ({ now, keyless }: Answering, key: 'A' | 'D'): ButtonKey =>
  presentAs({ does: key === 'A' ? 'accept' : 'refuse', key: now && !keyless ? key : undefined })

const go = (asked: Answering, said: string, named: { name?: string; value?: string } = {}): Html =>
  button(said, { look: 'go', ...named, ...keyed(asked, 'A') })

const changeOf = ({ by, sections: [section], pad }: SuggestionWait): string =>
  `${plainName(by?.name)}’s change to ${plainName(section ? section.heading : pad.title)}`

function answering(wait: SuggestionWait, asked: Answering): Answers {
  const { pad, hub, thread, sections } = wait
  const about = `/new?what=thread&hub=${hub?.slug ?? ''}&pad=${pad.id}${sections[0] ? `&section=${sections[0].id}` : ''}`
  const talk = html`<a class="button plain push" href="${thread ? `/t/${thread.id}` : about}">Talk about it</a>`
  const quick = quickAnswer(wait)
  return { forms: quick && quickForm(quick, asked, talk), beside: false }
}

function checking(wait: SuggestionWait, asked: Answering): Answers {
  return { forms: checkForm(asked, wait.edit_id, changeOf(wait), keyed(asked, 'A'), keyed(asked, 'D')), beside: false }
}

function deciding(wait: DecisionWait, asked: Answering): Answers {
  const { decision_id, text, options, thread, by } = decisionWords(wait)
  const form = decideForm(
    asked,
    { id: decision_id, text, options },
    {
      proposed: by && html`${nameOf(by, asked.me)} proposes this`,
      yes: keyed(asked, 'A'),
      no: keyed(asked, 'D'),
      more:
        thread &&
        html`<a class="button plain push" href="/t/${thread.id}">${counted(thread.posts, 'post')} about it</a>`,
    },
  )
  return { forms: form, beside: false }
}

const looking = (wait: ResultWait, asked: Answering): Answers => ({ forms: reviewed(wait, asked), beside: true })

/** Approving takes one click, sending back takes words. `line` is the number of a line of the inbox, whose buttons are plain. */
export function reviewed({ task_id, title }: ResultWait, asked: Answering, line?: number): Html {
  const act = 'ui_review_result'
  const what = `“${plainName(title)}”`
  const approve = { act, fields: { task_id, outcome: 'approve' }, what }
  const back = { act, fields: { task_id, outcome: 'send_back' }, what, class: 'stack' }
  const refused = refusedHere(asked, act, back.fields)
  const field = `n-${line ?? task_id}`
  const { does, key } = keyed(asked, 'D')
  const [yes, no] = line === undefined ? (['go', ''] as const) : (['plain', ' plain soft'] as const)
  return html`<div class="acts">${actForm(asked, approve, button('Looks right', { ...keyed(asked, 'A'), look: yes }))}<details class="sends"${refused && html` open`}><summary class="button${no}" data-does="${does}">Send back${key !== undefined && html` <kbd aria-hidden="true">${key}</kbd>`}</summary>${actForm(
    asked,
    back,
    html`<label for="${field}">What is missing?</label><textarea id="${field}" name="note" rows="2" maxlength="${inputs.taskNote}" required>${submittedOr(refused, 'note')}</textarea><div class="acts">${button('Send it back')}</div>`,
  )}</details></div>`
}

/** For an author of the section, who can correct it: settling the dispute is left to owner and helpers. */
const mending = (wait: FlagWait, asked: Answering): Answers => ({
  forms: html`<div class="acts"><a class="button" href="/p/${wait.pad.id}?edit=${wait.section?.id ?? ''}">Mend it</a>${seenButton(wait.items, asked)}</div>`,
  beside: true,
})

function reported(wait: ReportWait, asked: Answering): Answers {
  const { target, hub, reason } = wait
  const { type, id } = target
  const by = plainName(target.author?.name)
  const what = type === 'participant' ? by : `the ${type} by ${by}`
  if (type === 'post' || type === 'thread' || type === 'pad') {
    const fold = { action: 'hide', target: id, reason: foldFor(reason) }
    return {
      forms: html`<div class="acts">${actForm(asked, { act: 'ui_moderate', fields: fold, what }, go(asked, wait.covered ? 'Keep it folded' : `Fold it: ${reasonWords(reason)}`))}${actForm(asked, { act: 'ui_moderate', fields: { action: 'show', target: id, ...(!wait.covered && { chosen: 'left' }) }, what }, button(wait.covered ? 'Show it again' : 'Leave it', keyed(asked, 'D')))}</div>`,
      beside: false,
    }
  }
  const remove =
    type === 'participant' &&
    actForm(
      asked,
      { act: 'ui_moderate', fields: { action: 'remove', target: id, hub: hub.slug ?? hub.id }, what },
      button(`Remove from the hub`, { look: 'risky' }),
    )
  return { forms: html`<div class="acts">${remove}${seenButton(wait.items, asked)}</div>`, beside: true }
}

const plainName = (name: Untrusted | undefined): string => (name && oneLine(name, reads.quotes.named)) || 'somebody'
