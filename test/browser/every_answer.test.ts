import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { authorizeQuery, pkce, registerHost } from '../support/assistant.ts'
import { type Bakery, sharedBakery } from '../support/bakery.ts'
import { startServer } from '../support/server.ts'
import { follow } from './acting.ts'
import { wrongIn } from './checks.ts'
import { looksLike, openWindow, type Window, widths } from './window.ts'

/** A form of Mara's, sent as it stands but for these fields, and what its answer says. */
interface Answer {
  readonly path: (bakery: Bakery) => string
  readonly act: string
  readonly fields?: Readonly<Record<string, string>>
  /** words in the text of a pad, and what stands there instead */
  readonly writes?: readonly [string, string]
  readonly says: RegExp
}

const home = (): string => '/'
const settings = (): string => '/settings'
const bread =
  (query: string) =>
  ({ hubs }: Bakery) =>
    `/h/${hubs.bread.slug}?${query}`

const answers: Readonly<Record<string, Answer>> = {
  'the question before a change is turned down': {
    path: home,
    act: 'ui_answer_edit',
    fields: { outcome: 'turn_down' },
    says: /Turn down .*\?/,
  },
  'what would become public': {
    path: bread('run'),
    act: 'ui_set_visibility',
    says: /This becomes readable by everybody/,
  },
  'what undoing everything would take back': {
    path: (bakery) => bread(`undo=${bakery.agents.scout.id}`)(bakery),
    act: 'ui_undo_everything',
    says: /Take it all back/,
  },
  'a new invite': { path: bread('invites'), act: 'ui_invite', says: /\/invite#/ },
  'the key of a new agent': { path: settings, act: 'create-agent', fields: { name: 'Rye' }, says: /shown once/ },
  'the line that links an agent': { path: settings, act: 'link-code', says: /Link to @mara/ },
  'the question before an account is deleted': {
    path: settings,
    act: 'delete-account',
    says: /Delete your account for good\?/,
  },
  'a conflict of two who wrote the same words': {
    path: ({ pads }) => `/p/${pads.house}?edit`,
    act: 'ui_edit_pad',
    fields: { base_version: '2' },
    writes: ['78 % water', '70 % water'],
    says: /changed the same words while you wrote/,
  },
  'a secret in a post, with the words kept': {
    path: ({ threads }) => `/t/${threads.wet}`,
    act: 'ui_post',
    fields: { body: `The oven’s key is ${['AKIA', 'QYLPMN5HNM4OCDKX'].join('')}` },
    says: /looks like a key/,
  },
  'a thread without a title': {
    path: ({ hubs }) => `/new?what=thread&hub=${hubs.bread.slug}`,
    act: 'ui_start_thread',
    fields: { title: '', body: 'What do you think?' },
    says: /Give it a title\./,
  },
}

describe('every answer to a form, where no script sends it', function () {
  this.timeout(120_000)
  let bakery: Bakery
  let window: Window

  before(async () => {
    bakery = await sharedBakery()
    window = await openWindow(bakery.server, { as: bakery.people.mara.session })
  })
  after(() => window.close())

  for (const [name, { path, act, fields = {}, writes, says }] of Object.entries(answers)) {
    it(`${name}: signed in, without an error; axe finds nothing at 1280 and 390 px by day and by night; nothing is too wide at 320`, async () => {
      const { page } = window
      await looksLike(window, widths.wide, 'light')
      await window.open(path(bakery))
      const text = writes && (await page.locator('textarea[name=text]').inputValue()).replace(...writes)
      await Promise.all([page.waitForNavigation(), send(page, act, { ...fields, ...(text && { text }) })])
      await page.locator('main', { hasText: says }).waitFor()
      expect(await isHers(page)).to.equal(true)
      expect([...(await wrongIn(window)), ...window.faults].join('\n')).to.equal('')
    })
  }

  it('what a host that wants in asks for: signed in, without an error; axe finds nothing; nothing is too wide', async () => {
    const client_id = await registerHost(bakery.server.url)
    await looksLike(window, widths.wide, 'light')
    await window.open(`/oauth/authorize?${authorizeQuery({ client_id, challenge: pkce().challenge })}`)
    await window.page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    expect(await isHers(window.page)).to.equal(true)
    expect([...(await wrongIn(window)), ...window.faults].join('\n')).to.equal('')
  })
})

describe('signing in with a code by email, where no script sends it', function () {
  this.timeout(120_000)
  let window: Window

  before(async () => {
    window = await openWindow(await startServer({ SVC_AUTH: 'email' }))
  })
  after(() => window.close())

  it('asks for the address, then for six digits, and says which were wrong: axe finds nothing; nothing is too wide', async () => {
    const { page, open, faults } = window
    const looksRight = async (): Promise<void> => {
      expect([...(await wrongIn(window)), ...faults].join('\n')).to.equal('')
      await looksLike(window, widths.wide, 'light')
    }
    await open('/signin?next=%2Ftasks')
    await looksRight()
    await page.getByLabel('Email').fill('ana@mail.example')
    await follow(page, () => page.getByRole('button', { name: 'Mail me a code' }).click())
    await looksRight()
    await page.getByLabel('Six digits').fill('1')
    await follow(page, () => page.getByRole('button', { name: 'Sign in', exact: true }).click())
    await page.getByRole('alert').waitFor()
    await looksRight()
  })
})

/** Its bar is that of somebody signed in. */
const isHers = (page: Page): Promise<boolean> => page.getByRole('navigation', { name: 'Yours' }).isVisible()

/** Sends the first form of this act as a browser does by itself, with these fields put in. */
const send = (page: Page, act: string, fields: Readonly<Record<string, string>>): Promise<unknown> =>
  page.evaluate(`(() => {
    const form = document.querySelector('form:has(input[name="act"][value="${act}"])')
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      const field = form.querySelector('[name="' + name + '"]:is(input:not([type=radio]), textarea)')
      if (field) field.value = value
      else form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    }
    HTMLFormElement.prototype.submit.call(form)
  })()`)
