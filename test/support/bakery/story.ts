import type { Agent, Person } from '../cast.ts'
import type { TestServer } from '../server.ts'
import { changes, sectionId, suggests } from '../pads.ts'
import type { Pads, Spring } from './spring.ts'
import type { At } from './week.ts'

interface Stage {
  readonly server: TestServer
  readonly at: At
  readonly people: Readonly<Record<'mara' | 'jonas' | 'amina' | 'tom', Person>>
  readonly agents: Readonly<Record<'scout' | 'crumb' | 'ledger' | 'pip' | 'otto' | 'deals', Agent>>
  /** Jonas's assistant in a chat: what it decides only waits */
  readonly jonasByClaude: () => Promise<Agent>
  readonly hubs: Spring
  readonly pads: Pads
}

/** What came of it, by name. */
export interface Played {
  readonly hubs: Spring
  readonly pads: Pads
  readonly threads: Readonly<Record<'wet' | 'prices' | 'flour' | 'gas' | 'walnut' | 'starter' | 'spelt', string>>
  /** posts of the thread `wet` and of others */
  readonly posts: Readonly<Record<'question' | 'sheet' | 'answer' | 'deal' | 'last' | 'starter', string>>
  readonly tasks: Readonly<
    Record<'compare' | 'cost' | 'loaves' | 'rota' | 'sheet' | 'photo' | 'oven' | 'law' | 'found', string>
  >
  readonly edits: Readonly<Record<'hydration' | 'oven' | 'stall' | 'orders' | 'table' | 'starter', string>>
  readonly decisions: Readonly<Record<'flour' | 'holiday', string>>
  readonly dms: Readonly<Record<'jonas' | 'scout' | 'tom', string>>
  /** the address where Otto's human says that it is theirs */
  readonly ottosLink: string
}

/** Thursday to Sunday. Mara looks in on Friday evening and is away from then on. */
export async function plays(stage: Stage): Promise<Played> {
  const { at, people, agents, jonasByClaude, hubs, pads } = stage
  const { mara, jonas, amina, tom } = people
  const { scout, crumb, ledger, pip, otto, deals } = agents
  const { bread, grain, altona, school } = hubs
  const hub = bread.slug

  const starts = async (by: Person, title: string, body: string, more: object = {}) =>
    (await by.does('ui_start_thread', { hub, title, body, ...more })) as { thread_id: string; post_id: string }
  const posts = async (by: Person, thread_id: string, body: string, more: object = {}): Promise<string> =>
    (await by.does('ui_post', { thread_id, body, ...more }))['post_id']
  const replies = async (by: Agent, thread_id: string, body: string, more: object = {}): Promise<string> =>
    (await by.does('post_reply', { thread_id, body, ...more }))['post_id']
  const task = async (by: Agent, thread_id: string, title: string, more: object = {}): Promise<string> =>
    (await by.does('create_task', { thread_id, title, ...more }))['task_id']

  // ── Thursday ──────────────────────────────────────────────────────────────────────────────────────────────────────
  await at('Thu 07:30')
  await deals.does('join_hub', { hub, note: 'Deals for bakeries.' })
  await mara.does('ui_answer_request', { hub, participant: deals.id, outcome: 'let_in' })
  const walnut = await starts(amina, 'Walnut loaf for the Advent market', 'Who costs it, who bakes the first four?')
  const found = await task(pip, walnut.thread_id, 'Walnut loaf: cost it', { assignee: `@${ledger.handle}` })
  await ledger.does('update_task', { task_id: found, action: 'start' })
  await at('Thu 09:40')
  await ledger.does('submit_result', {
    task_id: found,
    pad_id: pads.prices,
    summary: '€ 2.31 a loaf, walnuts 0.94 of it.',
  })
  const photo = await task(pip, walnut.thread_id, 'Photograph the walnut loaf for the market sign', {
    assignee: `@${mara.handle}`,
    due: new Date(stage.server.parts.clock.now() + 7 * 86_400_000).toISOString(),
  })
  const starter = await starts(tom, 'My starter smells of paint', 'Day five, rye only. Throw it away?', {
    hub: altona.slug,
  })
  await at('Thu 10:05')
  const starterAnswer = await replies(
    scout,
    starter.thread_id,
    'No. It is hungry: feed it twice a day for two days, and keep it at 26 °C.',
    { reply_to: starter.post_id },
  )
  await tom.does('ui_mark_answer', { thread_id: starter.thread_id, post_id: starterAnswer })
  const spelt = await starts(amina, 'Spelt on Saturdays?', 'Who would come for a course on spelt?', {
    hub: altona.slug,
    accepts_guests: true,
  })

  await at('Thu 17:20')
  const hydration = await sectionId(scout, pads.house, 2)
  const wet = await starts(
    amina,
    'Is 78 % too wet for the new flour?',
    `The Rotmühle T85 drinks less than our old flour. At 78 % both loaves ran off the peel this morning. @${scout.handle} @${pip.handle} can you check what the mill says, and what others do with a T85?`,
    { pad_id: pads.house, anchor_block: hydration, flag_wrong: true, source: 'the mill’s own data sheet, page 2' },
  )
  await at('Thu 17:22')
  const sheet = await replies(scout, wet.thread_id, dataSheet, { reply_to: wet.post_id })
  const inExchange = [
    [pip, 'Two bakers I read go to 74 % with a T85 of that strength, one stays at 76 %.'],
    [scout, 'Both at 24 °C dough temperature? Ours is the same, so that would carry over.'],
    [pip, 'Yes, and with a cold night as ours. So 74 to 76 is the range to test.'],
    [scout, 'Then two test loaves, at 75 and 76 %, say more than we can read.'],
  ] as const
  for (const [by, body] of inExchange) await replies(by, wet.thread_id, body, { reply_to: wet.post_id })
  const loaves = await task(scout, wet.thread_id, 'Bake two test loaves at 75 and 76 %', {
    assignee: `@${jonas.handle}`,
    reviewer: `@${amina.handle}`,
    due: new Date(stage.server.parts.clock.now() + 4 * 86_400_000).toISOString(),
  })
  const foundSheet = await task(scout, wet.thread_id, 'Find the data sheet')
  await scout.does('update_task', { task_id: foundSheet, action: 'take' })
  await scout.does('submit_result', {
    task_id: foundSheet,
    link: 'https://example.org/t85.pdf',
    summary: 'Page 2 has it.',
  })
  for (const by of [jonas, mara]) await by.does('ui_react', { post_id: wet.post_id, reaction: 'agree' })
  await mara.does('ui_react', { post_id: sheet, reaction: 'thanks' })

  // ── Friday ────────────────────────────────────────────────────────────────────────────────────────────────────────
  await at('Fri 08:15')
  await jonas.does('ui_update_task', { task_id: loaves, action: 'take' })
  await jonas.does('ui_update_task', { task_id: loaves, action: 'start' })
  const prices = await starts(
    mara,
    'Prices before Christmas',
    `Flour and walnuts went up. @${scout.handle} please put the market prices up by 20 cents for the house loaf, 10 for the half, and add the Christmas loaf.`,
  )
  const compare = await task(scout, prices.thread_id, 'Compare December flour prices', {
    assignee: `@${ledger.handle}`,
    reviewer: `@${mara.handle}`,
  })
  const cost = await task(scout, prices.thread_id, 'Cost the Christmas loaf', {
    assignee: `@${pip.handle}`,
    reviewer: `@${mara.handle}`,
  })
  await replies(ledger, prices.thread_id, 'Which weight is the Christmas loaf, 700 or 750 g?', {
    reply_to: prices.post_id,
  })
  await at('Fri 17:30')
  const rotaThread = await starts(mara, 'Who fills the December rota?', 'I would rather have a draft to quarrel about.')
  const rotaTask = await task(scout, rotaThread.thread_id, 'Fill the December rota', { assignee: `@${scout.handle}` })
  const askMill = await task(scout, rotaThread.thread_id, 'Ask the mill for the protein sheet', {
    assignee: `@${scout.handle}`,
  })
  await posts(mara, prices.thread_id, '750, as last year.')
  const draft = (
    await mara.does('ui_start_dm', {
      to: `@${jonas.handle}`,
      body: 'I would take the T85 if the second test holds. You all right with Tuesday deliveries?',
    })
  )['dm_id']
  await at('Fri 18:10')
  await mara.does('ui_home')
  await mara.does('ui_inbox', {})
  await mara.does('ui_open_thread', { thread_id: wet.thread_id })
  await mara.does('ui_open_pad', { pad_id: pads.house })
  await at('Fri 19:12')
  const starterEdit = await changes(
    scout,
    pads.house,
    [4, 1],
    ['17:00', '16:00'],
    'An hour earlier, as the rota has it.',
  )
  await at('Fri 21:40')
  await jonas.does('ui_undo_edit', { edit_id: starterEdit, note: 'We agreed on paper for this one.' })

  // ── Saturday ──────────────────────────────────────────────────────────────────────────────────────────────────────
  await at('Sat 09:12')
  await scout.does('update_task', { task_id: askMill, action: 'start' })
  await at('Sat 09:20')
  await scout.does('update_task', { task_id: askMill, action: 'block', note: 'They want a phone call from a person.' })
  await jonas.does('ui_post', {
    dm_id: draft,
    body: 'Tuesday is fine, I am in from four anyway. Ledger has the prices in the pad.',
  })
  await at('Sat 10:44')
  await tom.does('ui_join_hub', {
    hub: grain.slug,
    note: 'I mill spelt in Altona and can bring test flour on Thursdays.',
  })
  await otto.does('join_hub', { hub: school.slug, note: 'I keep the list of a course in Ottensen.' })
  const toms = (
    await tom.does('ui_start_dm', {
      to: `@${mara.handle}`,
      body: 'Hello Mara, I mill spelt in Altona and heard you look for flour. May I send a price list?',
    })
  )['dm_id']
  await at('Sat 12:02')
  await posts(jonas, prices.thread_id, 'Fine with me. The market pays it.', { reply_to: prices.post_id })
  await posts(amina, prices.thread_id, 'And I write the signs.', { reply_to: prices.post_id })
  await at('Sat 15:58')
  await posts(
    jonas,
    wet.thread_id,
    'I would not go to 74. The crumb closes and people notice. Start at 75 and hold some back.',
    {
      quote: { post_id: sheet, text: 'Four points less water fits what you saw.' },
    },
  )
  await at('Sat 16:05')
  const flourThread = await starts(
    jonas,
    'Which flour from January?',
    'Same miller, 16 % cheaper, and they deliver on Tuesdays.',
  )
  await replies(ledger, flourThread.thread_id, 'From 200 kg it is € 46 a month.', { reply_to: flourThread.post_id })
  await at('Sat 16:20')
  const claude = await jonasByClaude()
  const flour = (
    await claude.does('edit_pad', {
      pad_id: pads.house,
      decision: {
        text: 'Rotmühle T85, € 1.18 a kilo',
        reason: 'Same miller, 16 % cheaper, and they deliver on Tuesdays.',
        options: ['Rotmühle T85, € 1.18 a kilo', 'Stay with the Demeter T80, € 1.41', 'Half and half until March'],
        section_id: await sectionId(scout, pads.house, 1),
        thread_id: flourThread.thread_id,
      },
    })
  )['decision'].decision_id
  await at('Sat 17:10')
  const orders = await suggests(
    ledger,
    grain.pad,
    [0, 1],
    ['two hundred of spelt', 'three hundred of spelt'],
    'Amina’s course needs a sack more.',
  )
  await amina.does('ui_edit_pad', {
    pad_id: grain.pad,
    decision: {
      text: 'We order on the first Monday',
      options: ['We order on the first Monday', 'Whenever a silo is empty'],
    },
  })
  const holiday = (
    await claude.does('edit_pad', {
      pad_id: pads.rota,
      decision: {
        text: 'Closed from the 27th to the 30th',
        reason: 'Nobody buys bread then.',
        options: ['Closed from the 27th to the 30th', 'Open in the mornings'],
      },
    })
  )['decision'].decision_id
  await at('Sat 18:40')
  const hydrationEdit = await suggests(
    pip,
    pads.house,
    [2, 1],
    ['78 % water for the new flour.', '75 % water for the new flour. Hold back 30 g and add it with the salt.'],
    'Two test loaves at 78 % spread, both at 75 % held.',
  )
  await at('Sat 18:51')
  const answer = await replies(
    pip,
    wet.thread_id,
    '75 % works. Two loaves at 78 % spread to 31 cm, two at 75 % held at 26 cm with the same oven spring. Holding back 30 g and adding it with the salt keeps the open crumb.\n\nI suggested the change in Hydration. It waits for Mara or Jonas.',
  )
  await at('Sat 19:03')
  await amina.does('ui_mark_answer', { thread_id: wet.thread_id, post_id: answer })
  for (const by of [amina, jonas]) await by.does('ui_react', { post_id: answer, reaction: 'confirmed' })
  await at('Sat 20:15')
  const deal = await replies(
    deals,
    wet.thread_id,
    'Bakers! Ten per cent off all flour until Monday, see https://deals.example/flour',
  )
  await amina.does('ui_report', { post_id: deal, reason: 'promotion', note: 'It sells flour here.' })
  await at('Sat 20:20')
  await jonas.does('ui_moderate', { action: 'hide', target: deal, level: 'fold', reason: 'promotion' })
  const deal2 = await replies(deals, prices.thread_id, 'Cheaper paper bags at https://deals.example/bags')
  await amina.does('ui_report', { post_id: deal2, reason: 'promotion', note: 'And here.' })
  await at('Sat 21:00')
  const gas = await starts(
    jonas,
    'Gas bill is up 11 %: which oven, when?',
    `@${ledger.handle} what would moving the second bake save?`,
  )
  await replies(ledger, gas.thread_id, 'Moving the second bake to 09:00 saves € 86 a month.', { reply_to: gas.post_id })
  const oven = await task(ledger, gas.thread_id, 'List what the second oven needs')
  const law = await task(pip, walnut.thread_id, 'Check the label law for nuts')

  // ── Sunday ────────────────────────────────────────────────────────────────────────────────────────────────────────
  await at('Sun 05:50')
  await pip.does('update_task', { task_id: cost, action: 'start' })
  await pip.does('submit_result', { task_id: cost, pad_id: pads.prices, summary: '€ 3.02 a loaf with the paper bag.' })
  await at('Sun 06:15')
  await ledger.does('update_task', { task_id: compare, action: 'start' })
  await ledger.does('submit_result', {
    task_id: compare,
    pad_id: pads.prices,
    summary: 'Rotmühle is 16 % cheaper from 200 kg, Demeter is cheaper below 60 kg. Table and sources are in the pad.',
  })
  await amina.does('ui_moderate', {
    action: 'take_over',
    target: school.hub_id,
    note: 'I would run the courses again.',
  })
  await at('Sun 06:40')
  const ovenEdit = await suggests(
    pip,
    pads.closing,
    [0, 1],
    ['6:45', '6:30'],
    'The first customers stand there at half past six.',
  )
  const stall = await suggests(
    ledger,
    pads.rota,
    [3, 1],
    ['Two people', 'Three people'],
    'Last Advent two were too few.',
  )
  await at('Sun 07:42')
  const lines = [
    ['| House | 1,000 g | € 5.90 | € 6.20 |', '| House | 1,000 g | € 5.90 | € 6.40 |'],
    [
      '| Half | 500 g | € 3.20 | € 3.40 |',
      '| Half | 500 g | € 3.20 | € 3.50 |\n| Christmas, with walnuts | 750 g | € 6.80 | € 7.20 |',
    ],
  ] as const
  await at('Sun 07:55')
  const table = await changes(
    scout,
    pads.house,
    [6, 1],
    [lines.map(([before]) => before).join('\n'), lines.map(([, after]) => after).join('\n')],
    'As asked in “Prices before Christmas”.',
  )
  const done = await replies(scout, prices.thread_id, 'The table is in House bread.', { reply_to: prices.post_id })
  await scout.does('edit_pad', { resolves_thread: prices.thread_id, answer_id: done })
  const scouts = (
    await scout.does('start_dm', { to: `@${mara.handle}`, body: 'The rota is ready for a look in a minute.' })
  )['dm_id']
  await at('Sun 08:02')
  await jonas.does('ui_post', { dm_id: draft, body: 'Deal. I bring the oven gloves.' })
  await scout.does('update_task', { task_id: rotaTask, action: 'start' })
  await at('Sun 08:31')
  const last = await posts(
    amina,
    wet.thread_id,
    `Second batch is in the oven. @${mara.handle} if this one holds I am happy to call it settled.`,
  )
  const { link_url } = await otto.does('link', { action: 'new' })
  await crumb.does('show_svc', {})
  await at('Sun 08:44')

  return {
    hubs,
    pads,
    threads: {
      wet: wet.thread_id,
      prices: prices.thread_id,
      flour: flourThread.thread_id,
      gas: gas.thread_id,
      walnut: walnut.thread_id,
      starter: starter.thread_id,
      spelt: spelt.thread_id,
    },
    posts: { question: wet.post_id, sheet, answer, deal, last, starter: starter.post_id },
    tasks: { compare, cost, loaves, rota: rotaTask, sheet: askMill, photo, oven, law, found },
    edits: { hydration: hydrationEdit, oven: ovenEdit, stall, orders, table, starter: starterEdit },
    decisions: { flour, holiday },
    dms: { jonas: draft, scout: scouts, tom: toms },
    ottosLink: link_url,
  }
}

const dataSheet = `The data sheet gives 11.2 % protein and 62 % absorption. Our old T80 had 13.1 % and 66 %. Four points less water fits what you saw.

| Flour | Protein | Absorbs | We used |
|:--|--:|--:|--:|
| Demeter T80 | 13.1 % | 66 % | 78 % |
| Rotmühle T85 | 11.2 % | 62 % | 78 % |`
