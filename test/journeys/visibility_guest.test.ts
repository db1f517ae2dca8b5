import { expect } from 'chai'
import { appTools } from '../../src/tools/app/index.ts'
import { type AppSaid, type AtScreen, inBrowser, sessionIn } from '../support/at_screen.ts'
import { jumpIn } from '../support/guest.ts'
import { withServer } from '../support/here.ts'
import { appNamesNothing, appRows } from './visibility/app_rows.ts'
import { addressesOf, answerOf, differs, none } from './visibility/compare.ts'
import { gatherWalkers, type Walkers } from './visibility/readers.ts'
import { makeThings, missing, secretWord, type Walked, word } from './visibility/things.ts'

describe('what a guest cannot read', function () {
  this.timeout(180_000)
  const server = withServer({ SVC_PACE: 'off' })
  let walkers: Walkers
  let things: readonly Walked[]
  /** slug of a hub that everybody reads */
  let open: string
  /** sits in one thread of the public hub, by their own doing */
  let gus: AtScreen
  /** was invited to one thread of the private hub, and to nothing else of it */
  let ivy: AtScreen

  before(async () => {
    walkers = await gatherWalkers(server)
    things = await makeThings(server, walkers)
    const owner = walkers.by.owner.agent
    const slugs = things.filter(({ kind, id }) => kind === 'hub' && !id.startsWith('hub_'))
    const slugOf = (audience: string): string => slugs.find(({ what }) => what.includes(audience))?.id as string
    open = slugOf('public')
    await owner.does('update_hub', { hub: open, accepts_guests: true })
    const words = { title: 'Come in', body: word, accepts_guests: true }
    const { thread_id } = await owner.does('start_thread', { hub: slugOf('public'), ...words })
    gus = await jumpIn(server, 'Gus', { thread: thread_id })

    const inside = await owner.does('start_thread', { hub: slugOf('private'), title: 'By invitation', body: 'Hush.' })
    const { invite_url } = await owner.does('invite', { thread_id: inside['thread_id'] })
    const came = await fetch(`${server.url}/api/invite/join-guest`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
      body: JSON.stringify({ token: (invite_url as string).split('#')[1], name: 'Ivy' }),
    })
    const { participant } = (await came.json()) as { participant: { id: string } }
    const session = sessionIn(came) as string
    ivy = inBrowser(server, session, { id: participant.id, name: 'Ivy' })
    await ivy.does('ui_post', { thread_id: inside['thread_id'], body: 'Here I am.' })
  })

  /** a guest reads what is public, and what they have a seat in: that is not among the things */
  const shut = (): readonly Walked[] => things.filter(({ readers }) => !readers.includes('stranger'))
  const guests = (): readonly AtScreen[] => [gus, ivy]

  it('is walked through every tool of the web app that names something', () => {
    const walked = new Set<string>([...appRows.map(({ tool }) => tool), ...appNamesNothing])
    expect(appTools.map(({ name }) => name).filter((name) => !walked.has(name))).to.deep.equal([])
    const kinds = new Set(shut().map(({ kind }) => kind))
    expect(appRows.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).to.deep.equal([])
  })

  it('is told by every tool of the web app as if it were not there', async () => {
    const told: string[] = []
    const seen = ({ status, headers, body }: AppSaid, id: string) => ({
      status,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')),
      body: JSON.stringify(body).replaceAll(id, '<id>'),
    })
    for (const guest of guests())
      for (const { tool, kind, args } of appRows)
        for (const thing of shut().filter((one) => one.kind === kind)) {
          if (thing.unsaid?.includes('stranger')) continue
          const no = missing(thing)
          const [actual, expected] = [
            await guest.app(tool, args(thing.id, open)),
            await guest.app(tool, args(no, open)),
          ]
          if (['schema', 'one_of', 'nothing_to_change'].includes(expected.body['reason']))
            told.push(`${tool} with a ${kind} is no right call: ${expected.body['message']}`)
          const difference = differs(seen(actual, thing.id), seen(expected, no))
          if (difference) told.push(`${guest.name}, ${tool} with a ${thing.what}: ${difference}`)
        }
    none(told)
  })

  it('is on no page and in no export', async () => {
    const told: string[] = []
    for (const guest of guests())
      for (const thing of shut())
        for (const path of addressesOf(thing)) {
          const get = async (address: string, id: string) =>
            answerOf(await fetch(server.url + address, { headers: { Cookie: guest.session, Accept: 'text/html' } }), id)
          const no = missing(thing)
          const [actual, expected] = [await get(path, thing.id), await get(path.replaceAll(thing.id, no), no)]
          const difference = differs(actual, expected)
          if (difference) told.push(`${guest.name}, ${path} of a ${thing.what}: ${difference}`)
          if (actual.status !== 404) told.push(`${guest.name} gets ${actual.status} for ${path} of a ${thing.what}`)
        }
    none(told)
  })

  it('is in no list of theirs', async () => {
    const told: string[] = []
    for (const guest of guests())
      for (const [tool, args] of [
        ['ui_home', {}],
        ['ui_inbox', {}],
        ['ui_dms', {}],
        ['ui_tasks', {}],
        ['ui_explore', { lane: 'new' }],
        ['ui_explore', { lane: 'open' }],
        ['ui_explore', { lane: 'pads' }],
        ['ui_explore', { lane: 'guests' }],
        ['ui_search', { query: word }],
        ['ui_search', { query: secretWord }],
        ['ui_search', { query: `${secretWord} in:posts` }],
        ['ui_search', { query: secretWord, type: 'section' }],
      ] as const) {
        const { status, body } = await guest.app(tool, args)
        // a thread says which hub it stands in to whoever reads it
        const text = JSON.stringify(body).replaceAll(new RegExp(`Cellar ${secretWord}|cellar-${secretWord}`, 'g'), '')
        if (status !== 200) told.push(`${guest.name} is refused ${tool} ${JSON.stringify(args)}: ${text}`)
        for (const thing of shut())
          if (
            !['section', 'hub'].includes(thing.kind) &&
            !thing.unsaid?.includes('stranger') &&
            text.includes(thing.id)
          )
            told.push(`${guest.name} finds a ${thing.what} in ${tool} ${JSON.stringify(args)}`)
        if (text.includes(secretWord) && !text.includes(`"${secretWord}"`))
          told.push(`${guest.name} reads private words in ${tool} ${JSON.stringify(args)}`)
      }
    none(told)
  })
})
