import { expect } from 'chai'
import { connect } from '../support/assistant.ts'
import { type Bakery, openBakery } from '../support/bakery.ts'
import { type Chat, openChat } from './chat.ts'
import { overflow } from './checks.ts'
import { widths } from './window.ts'

/** What a press can meet though the card offered it, and what is said of it. */
const refusals = [
  ['rate_limited', 'pace', 'You can go on in 20 seconds.'],
  ['forbidden', 'needs_helper', 'Only owners and helpers of the hub can do that.'],
  ['forbidden', 'removed', 'You were removed here and cannot write.'],
  ['forbidden', 'suspended', 'the page Support says whom to ask'],
  ['forbidden', 'scope', 'Connect it again'],
  ['paused', 'posting', 'Posting is paused by the people who run this svc.'],
  ['busy', 'database', 'Nothing was changed. Try again in 20 seconds.'],
] as const

describe('a card inside a chat whose press is refused', function () {
  this.timeout(180_000)
  let bakery: Bakery
  let chat: Chat

  before(async () => {
    bakery = await openBakery()
    const { tokens } = await connect(bakery.server, bakery.people.mara)
    chat = await openChat(bakery.server, tokens.access_token, { width: widths.narrow, theme: 'dark' })
  })
  after(() => chat.close())

  const alert = (words: string) => chat.card.locator('[role=alert]').filter({ hasText: words })

  /** From here on the service answers calls of these names like this; without an answer as it does. */
  const answers = (names: RegExp, answer?: object): Promise<void> =>
    chat.window.page.evaluate(`{
      globalThis.askTruly ??= askServer
      globalThis.askServer = async (name, given) =>
        ${String(names)}.test(name) ? (${JSON.stringify(answer)} ?? askTruly(name, given)) : askTruly(name, given)
    }`)

  const refused = (error: string, reason: string): object => ({
    isError: true,
    content: [],
    structuredContent: { error, reason, message: 'It was refused.', retry_after_seconds: 20 },
  })
  const writes = /^ui_(?!home|inbox|tasks|search|open_|dms|view_session)/

  it('says so where it is seen, beside the words that were typed, on every card', async () => {
    const { threads, pads, hubs, dms } = bakery
    const cards = [
      ['show_svc', {}],
      ['show_svc', { after: 0 }],
      ['open_thread', { thread_id: threads.wet }],
      ['open_pad', { pad_id: pads.house }],
      ['open_hub', { hub: hubs.bread.slug }],
      ['search_svc', { type: 'task' }],
      ['list_dms', {}],
      ['list_dms', { dm_id: dms.jonas }],
    ] as const
    const met = new Set<string>()
    for (const [tool, args] of cards) {
      await answers(/^$/)
      const result = await chat.shows(tool, args)
      const forms = await chat.card
        .locator('form')
        .evaluateAll((all) =>
          all.map((one) => `${one.querySelector('[name=act]')?.getAttribute('value')} ${one.innerText}`),
        )
      for (const [at, form] of forms.entries()) {
        if (met.has(tool + form)) continue
        const [error, reason, words] = refusals[met.size % refusals.length]!
        met.add(tool + form)
        await answers(writes, refused(error, reason))
        await chat.showsResult(result, args)
        await chat.card.locator('.embed').waitFor()
        await chat.frame().evaluate(`(${typeAndPress})(document.forms[${at}])`)
        const first = chat.card
          .locator('.notice:has(button:not([type=submit])), [role=alert]')
          .filter({ visible: true })
        await first.first().waitFor()
        const yes = chat.card.getByRole('button', { name: 'Yes', exact: true })
        if ((await yes.count()) > 0) await yes.click()
        // what is held is sent
        else if ((await alert(words).count()) === 0) await chat.teardown()
        const about = `${tool}: ${form}: ${reason}`
        await alert(words).first().waitFor()
        const typed = await chat.card
          .locator('form')
          .nth(at)
          .locator('textarea, input[type=text], input:not([type])')
          .all()
        for (const field of typed)
          expect([await field.isVisible(), await field.inputValue()], about).to.deep.equal([true, 'As we said.'])
        expect(await overflow(chat.frame() as never), about).to.deep.equal([])
      }
    }
    expect(met.size, 'all the presses of these cards').to.be.at.least(20)
    expect(chat.window.faults).to.deep.equal([])
  })

  it('keeps what was typed to be copied, where its form is gone because somebody was quicker', async () => {
    await answers(/^$/)
    const { jonas } = bakery.people
    const asked = { hub: bakery.hubs.bread.slug, title: 'The scales', body: 'They are off.' }
    const { thread_id } = await jonas.does('ui_start_thread', asked)
    const { task_id } = await jonas.does('ui_create_task', { thread_id, title: 'Set the scales' })
    await chat.shows('open_thread', { thread_id })
    const task = chat.card.locator('.task').filter({ hasText: 'Set the scales' })
    await task.getByRole('button', { name: 'Take it' }).click()
    await chat.card.locator('.notice').filter({ hasText: 'You have it now' }).waitFor()
    await task.locator('summary').filter({ hasText: 'Hand in the result' }).click()
    await task.getByLabel('What was done').fill('https://scales.example/')
    await task.getByLabel('link to it').fill('https://scales.example/')
    // refused once while its form stays, and once when that is gone: each word is kept once; two fields may hold the same
    await answers(/^ui_submit_result$/, refused('conflict', 'bad_move'))
    await task.getByRole('button', { name: 'It is done' }).click()
    await alert('moved on').waitFor()
    await answers(/^$/)
    await jonas.does('ui_update_task', { task_id, action: 'cancel', note: 'We bought new ones.' })
    await task.getByRole('button', { name: 'It is done' }).click()
    await alert('closed').waitFor()
    const kept = chat.card.locator('textarea[readonly], input[readonly]')
    const words = await Promise.all((await kept.all()).map((one) => one.inputValue()))
    expect(words.toSorted()).to.deep.equal(['https://scales.example/', 'https://scales.example/'])
    await chat.card.getByRole('textbox', { name: /./ }).and(chat.card.locator('.composer textarea')).fill('So be it.')
    await chat.card.getByRole('button', { name: 'Post' }).click()
    await chat.card.locator('.post').filter({ hasText: 'So be it.' }).waitFor()
    const later = await Promise.all((await kept.all()).map((one) => one.inputValue()))
    expect(later, 'also when another button was pressed').to.deep.equal(words)
    expect(await overflow(chat.frame() as never)).to.deep.equal([])
  })

  it('pays once more where its token was worth nothing any more', async () => {
    await answers(/^$/)
    await chat.shows('open_thread', { thread_id: bakery.threads.prices })
    await chat.window.page.evaluate(`{
      globalThis.paid = []
      globalThis.askServer = async (name, given) => {
        if (given.view_token === undefined) return askTruly(name, given)
        const view_token = paid.length === 0 ? 'dpv_' + 'x'.repeat(43) : given.view_token
        const answer = await askTruly(name, { ...given, view_token })
        paid.push([name, answer.isError === true])
        return answer
      }
    }`)
    const field = chat.card.getByRole('textbox')
    await field.fill('Then it is settled.')
    await chat.card.getByRole('button', { name: 'Post' }).click()
    await chat.card.locator('.post').filter({ hasText: 'Then it is settled.' }).waitFor()
    expect(await alert('').count()).to.equal(0)
    expect(await chat.window.page.evaluate('paid')).to.deep.equal([
      ['ui_post', true],
      ['ui_post', false],
    ])
    expect(await bakery.server.sql`select 1 from post where body = 'Then it is settled.'`).to.have.length(1)
  })

  it('says why it got no other token where the first was worth nothing any more', async () => {
    await answers(/^$/)
    await chat.shows('open_thread', { thread_id: bakery.threads.prices })
    await chat.window.page.evaluate(`{
      let taken = 0
      globalThis.askServer = async (name, given) => {
        if (name === 'ui_view_session' && taken++ > 0) return ${JSON.stringify(refused('rate_limited', 'pace'))}
        return askTruly(name, given.view_token ? { ...given, view_token: 'dpv_' + 'x'.repeat(43) } : given)
      }
    }`)
    await chat.card.getByRole('textbox').fill('Then it is not.')
    await chat.card.getByRole('button', { name: 'Post' }).click()
    await alert('You can go on in 20 seconds.').waitFor()
    expect(await chat.card.getByRole('textbox').inputValue()).to.equal('Then it is not.')
  })

  it('says why it cannot be paid for now, which is not that it cannot be done here', async () => {
    await answers(/^$/)
    await chat.shows('open_thread', { thread_id: bakery.threads.prices })
    await answers(/^ui_view_session$/, refused('rate_limited', 'reads'))
    const field = chat.card.getByRole('textbox')
    await field.fill('One more.')
    await chat.card.getByRole('button', { name: 'Post' }).click()
    await alert('You can go on in 20 seconds.').waitFor()
    expect(await field.inputValue()).to.equal('One more.')
    expect(await chat.card.getByText('This chat may not decide for you').count()).to.equal(0)
  })
})

/** In the card: opens what the form stands in, writes into its fields and presses its first button. */
const typeAndPress = `(form) => {
  for (let around = form.closest('details'); around; around = around.parentElement.closest('details')) around.open = true
  for (const field of form.querySelectorAll('textarea, input[type=text], input:not([type])')) field.value = 'As we said.'
  form.querySelector('button').click()
}`
