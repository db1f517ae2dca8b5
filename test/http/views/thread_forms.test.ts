import { expect } from 'chai'
import type { ThreadView } from '../../../src/records/view.ts'
import { readerFor } from '../../../src/rules/caller.ts'
import { threadShown } from '../../../src/tools/card_shown.ts'
import { inputs } from '../../../src/rules/limits.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { expectInert } from '../../render/inert.ts'
import { type Agent, type Person, signIn } from '../../support/cast.ts'
import { sectionId } from '../../support/pads.ts'
import { read } from '../../support/forms.ts'
import { offered, plainBrowser, type Shown } from '../../support/plain_browser.ts'
import { withServer } from '../../support/here.ts'
import { brings } from '../../support/bakery/people.ts'
import { until } from '../../support/until.ts'

interface Here extends Person {
  readonly browser: ReturnType<typeof plainBrowser>
}

describe('a thread in a browser without a script', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let ada: Here
  let ben: Here
  let cleo: Here
  let dora: Here
  let scout: Agent
  let pip: Agent
  let slug: string

  before(async () => {
    ;[ada, ben, cleo, dora] = (await Promise.all(['Ada', 'Ben', 'Cleo', 'Dora'].map(comes))) as [Here, Here, Here, Here]
    const hub = await ada.does('ui_create_hub', { title: 'The bakery' })
    slug = hub['slug']
    const { preview } = await ada.does('ui_set_visibility', { hub: slug, audience: 'public' })
    await ada.does('ui_set_visibility', { hub: slug, audience: 'public', publish_token: preview.publish_token })
    for (const one of [ben, cleo]) await one.does('ui_join_hub', { hub: slug })
    await ada.does('ui_set_role', { hub: slug, participant: ben.id, role: 'helper' })
    scout = await brings(server, ada, 'Scout', 'Codex', [slug])
    pip = await brings(server, cleo, 'Pip', 'Codex', [slug])
    await server.landed()
  })

  async function comes(name: string): Promise<Here> {
    const person = await signIn(server, name)
    return { ...person, browser: plainBrowser(server, person.session) }
  }

  const starts = async (by: Here, title: string, body: string, more: object = {}) =>
    (await by.does('ui_start_thread', { hub: slug, title, body, ...more })) as { thread_id: string; post_id: string }
  const opens = (who: Here, path: string): Promise<Shown> => who.browser.open(path)
  const article = ({ text }: Shown, seq: number): string =>
    text.split(`id="seq-${seq}"`)[1]?.split(/<article|<\/section>/)[0] ?? ''

  it('refuses an answer that is none, also by a word that every object answers to', async () => {
    const { thread_id } = await starts(ada, 'Salt', 'How much?')
    for (const outcome of ['constructor', 'perhaps']) {
      const sent = await fetch(`${server.url}/t/${thread_id}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Accept: 'text/html', Cookie: ada.session, Origin: server.url },
        body: new URLSearchParams({ act: 'ui_answer_edit', edit_id: 'edt_1', outcome }),
      })
      expect(sent.status, outcome).to.be.within(400, 499)
    }
  })

  it('takes a post, shows it where the page comes back to, and takes the same form once', async () => {
    const { thread_id } = await starts(ada, 'Eggs', 'Six minutes?')
    const page = await opens(cleo, `/t/${thread_id}`)
    expectInert(page.text)
    const posted = await cleo.browser.press(page, 'Post', { body: 'Seven for **me**.' })
    expect([posted.status, posted.path, posted.fragment]).to.deep.equal([200, `/t/${thread_id}`, 'seq-2'])
    expect(article(posted, 2)).to.contain('<b>You</b>').and.contain('<p>Seven for <strong>me</strong>.</p>')
    // a reload, or a second click
    const again = await cleo.browser.press(page, 'Post', { body: 'Seven for **me**.' })
    expect(again.text).not.to.contain('id="seq-3"')
  })

  it('opens a reply where it belongs, and closes it once it was sent', async () => {
    const { thread_id, post_id } = await starts(ada, 'Eggs', 'Six minutes?')
    await ben.does('ui_post', { thread_id, body: 'Elsewhere.' })
    const page = await opens(cleo, `/t/${thread_id}?reply=${post_id}`)
    expect(page.text.indexOf('id="reply"')).to.be.greaterThan(page.text.indexOf('id="seq-1"'))
    expect(page.text.indexOf('id="reply"')).to.be.lessThan(page.text.indexOf('id="seq-2"'))
    const sent = await cleo.browser.press(page, 'Reply', { body: 'Yes, six.' })
    expect([sent.path, sent.fragment]).to.deep.equal([`/t/${thread_id}`, 'seq-3'])
    expect(read(article(sent, 3)))
      .to.contain('to Ada')
      .and.contain('Yes, six.')
  })

  it('quotes the words that were left of a post', async () => {
    const { thread_id, post_id } = await starts(ada, 'Eggs', 'Six minutes. Or is it seven?')
    const page = await opens(cleo, `/t/${thread_id}?quote=${post_id}`)
    const form = page.forms.find(({ fields }) => fields.has('quote.text'))
    expect(form?.fields.get('quote.text')).to.equal('Six minutes. Or is it seven?')
    const sent = await cleo.browser.press(
      page,
      { button: 'Post', in: { 'quote.post_id': post_id } },
      { 'quote.text': 'Or is it seven?', body: 'It is.' },
    )
    expect(article(sent, 2)).to.contain('<blockquote><p>Or is it seven?</p>').and.contain('>Ada</bdi>')
  })

  it('quotes only the beginning of a long post, and makes a task of the beginning of a long line, with every character whole', async () => {
    const { thread_id, post_id } = await starts(ada, 'Eggs', `x${'🥚'.repeat(inputs.quote)}`)
    const given = async (option: string, field: string) =>
      (await opens(cleo, `/t/${thread_id}?${option}=${post_id}`)).forms
        .find(({ fields }) => fields.has(field))
        ?.fields.get(field)
    expect(await given('quote', 'quote.text')).to.equal(`x${'🥚'.repeat(inputs.quote - 1)}`)
    expect(await given('task', 'title')).to.equal(`x${'🥚'.repeat(79)}`)
  })

  it('keeps the words of a post that is refused, and says why to a person', async () => {
    const { thread_id } = await starts(ada, 'Keys', 'Where is it?')
    const secret = `AKIA${'Q'.repeat(3)}7EXAMPLE${'K'.repeat(5)}`
    const page = await opens(cleo, `/t/${thread_id}`)
    const words = `Here: ${['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')} ${secret}`
    const refused = await cleo.browser.press(page, 'Post', { body: words })
    expect(refused.status).to.be.within(400, 499)
    expect(refused.text).to.contain('role="alert"').and.contain('This looks like a key or a password')
    const form = refused.forms.find(({ buttons }) => buttons.some(({ words: said }) => said === 'Share it anyway'))
    expect(form?.fields.get('body')).to.equal(words)
    const shared = await cleo.browser.press(refused, 'Share it anyway')
    expect(shared.fragment).to.equal('seq-2')
  })

  const typed = '\nFirst <b>line</b>\n\n  "second" & last'
  const asTyped = '\n\nFirst &lt;b&gt;line&lt;/b&gt;\n\n  &quot;second&quot; &amp; last</textarea>'

  it('reads no more fields than any form has, however they are packed', async () => {
    const { thread_id } = await starts(ada, 'Fields', 'How many?')
    const many = Array.from({ length: 5_001 }, (_, n) => `a${n}=1`).join('&')
    for (const body of [many, `act=ui_post&also=${encodeURIComponent(many)}`]) {
      const answer = await fetch(`${server.url}/t/${thread_id}`, {
        method: 'POST',
        headers: { Origin: server.url, Cookie: ada.session, 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      })
      expect(answer.status).to.equal(400)
      expect(await answer.text()).to.contain('names more than 5000 fields')
    }
  })

  it('gives the words back where the session ended meanwhile, with the way to sign in and return', async () => {
    const { thread_id } = await starts(ada, 'Eggs', 'Six minutes?')
    const finn = await comes('Finn')
    await finn.does('ui_join_hub', { hub: slug })
    const path = `/t/${thread_id}`
    const page = await opens(finn, path)
    await fetch(`${server.url}/signout`, { method: 'POST', headers: { Cookie: finn.session, Origin: server.url } })
    const told = await finn.browser.press(page, 'Post', { body: typed })
    expect([told.status, told.path]).to.deep.equal([401, path])
    expectInert(told.text)
    expect(read(told.text)).to.contain('You are signed out This was not sent.').and.contain('What you wrote Your words')
    expect(told.text)
      .to.contain(asTyped)
      .and.contain(`href="/signin?next=${encodeURIComponent(path)}"`)
      .and.not.contain(page.forms.find(({ fields }) => fields.has('body'))?.fields.get('idempotency_key'))
    const nothing = await finn.browser.press(page, 'Post', { body: ' ' })
    expect(nothing.path, 'nothing was typed').to.equal(`/signin?next=${encodeURIComponent(path)}`)
  })

  it('gives the words back where the place is private now, and says no more of it than of a missing one', async () => {
    const kitchen = (await ada.does('ui_create_hub', { title: 'The kitchen' }))['slug']
    const { invite_url } = await ada.does('ui_invite', { hub: kitchen })
    await cleo.settings('accept-invite', { token: invite_url.split('#')[1] })
    const begun = await ada.does('ui_start_thread', { hub: kitchen, title: 'Eggs', body: 'Six?' })
    const forms = await opens(cleo, `/t/${begun['thread_id']}?task=${begun['post_id']}`)
    const desk = await opens(cleo, `/new?what=pad&hub=${kitchen}`)
    await ada.does('ui_moderate', { action: 'remove', target: cleo.id, hub: kitchen })
    const told = await cleo.browser.press(forms, 'Post', { body: typed })
    expect(told.status).to.equal(404)
    expectInert(told.text)
    expect(read(told.text)).to.contain('There is nothing here for you')
    expect(told.text).to.contain(asTyped)
    const asMissing = await cleo.browser.press({ ...forms, path: '/t/thr_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'Post', {
      body: typed,
    })
    expect(asMissing).to.include({ status: 404, text: told.text })
    const task = await cleo.browser.press(forms, 'Make the task', { title: 'Count the eggs' })
    expect(task.status).to.equal(404)
    expect(read(task.text)).to.contain('What you wrote Title Count the eggs').and.not.contain(begun['thread_id'])
    const pad = await cleo.browser.press(desk, 'Make the pad', { title: 'Salt', text: typed })
    expect(pad.text, 'in its own form, or below').to.contain('&quot;second&quot; &amp; last</textarea>')
  })

  it('gives the words back where the post was hidden while its author edited it', async () => {
    const { thread_id } = await starts(ada, 'Eggs', 'Six minutes?')
    const { post_id } = await cleo.does('ui_post', { thread_id, body: 'Sevn.' })
    const page = await opens(cleo, `/t/${thread_id}?edit=${post_id}`)
    await ada.does('ui_moderate', { action: 'hide', level: 'hide', target: post_id })
    const told = await cleo.browser.press(page, 'Save', { body: typed })
    expect(told.status).to.be.within(400, 499)
    expect(read(told.text)).to.contain('Your words are kept here.').and.contain('What you wrote')
    expect(told.text).to.contain(asTyped)
  })

  it('shows a draft as it would be, and posts nothing by that', async () => {
    const { thread_id } = await starts(ada, 'Eggs', 'Six minutes?')
    const page = await opens(cleo, `/t/${thread_id}`)
    const draft = await cleo.browser.press(page, 'Preview', { body: '*Seven.*' })
    expect(draft.status).to.equal(200)
    expect(draft.text).to.contain('<em>Seven.</em>').and.not.contain('id="seq-2"')
    const posted = await cleo.browser.press(draft, 'Post')
    expect(posted.fragment).to.equal('seq-2')
  })

  it('gives reactions, shows which are mine, and takes them back', async () => {
    const { thread_id, post_id } = await starts(ada, 'Eggs', 'Six minutes?')
    await ben.does('ui_react', { post_id, reaction: 'agree' })
    const before = await opens(cleo, `/t/${thread_id}`)
    expect(before.text).to.match(/value="agree" aria-pressed="false"/)
    const given = await cleo.browser.press(before, '👍 agree 1')
    expect(given.fragment).to.equal('seq-1')
    expect(given.text).to.match(/value="agree" aria-pressed="true"/)
    expect(read(article(given, 1))).to.contain('👍 agree 2')
    const thanked = await cleo.browser.press(given, '🙏 Thanks')
    expect(read(article(thanked, 1))).to.contain('🙏 thanks 1')
    const back = await cleo.browser.press(thanked, '👍 agree 2')
    expect(back.text).to.match(/value="agree" aria-pressed="false"/)
    expect((await opens(ben, `/t/${thread_id}`)).text).to.match(/value="agree" aria-pressed="true"/)
  })

  it('lets its author change and delete a post, and those who look after the hub read what it said', async () => {
    const { thread_id } = await starts(ada, 'Eggs', 'Six minutes?')
    const { post_id } = await cleo.does('ui_post', { thread_id, body: 'Sevn.' })
    const path = `/t/${thread_id}`
    expect((await opens(ben, path)).text, 'nobody else').not.to.contain(`edit=${post_id}`)
    expect((await opens(ben, path)).text, 'others report it').to.contain(`report=${post_id}`)
    expect((await opens(cleo, path)).text, 'its author does not').not.to.contain(`report=${post_id}`)
    const page = await opens(cleo, `${path}?edit=${post_id}`)
    const saved = await cleo.browser.press(page, 'Save', { body: 'Seven.' })
    expect([saved.path, saved.fragment]).to.deep.equal([path, 'seq-2'])
    expect(read(article(saved, 2)))
      .to.contain('edited')
      .and.contain('Seven.')
    expect(read((await opens(ben, `${path}/m/${post_id}`)).text))
      .to.contain('What it said until')
      .and.contain('Sevn.')
    expect(read((await opens(cleo, `${path}/m/${post_id}`)).text)).not.to.contain('Sevn.')
    const asked = await cleo.browser.press(saved, 'Delete')
    expect(read(asked.text)).to.contain('Delete this post?')
    const gone = await cleo.browser.press(asked, 'Yes')
    expect(read(article(gone, 2))).to.contain('Deleted by its author.')
  })

  it('marks the answer for who started it and for keepers, and takes the mark off', async () => {
    const { thread_id } = await starts(cleo, 'Eggs', 'How long?')
    const { post_id } = await ada.does('ui_post', { thread_id, body: 'Six minutes.' })
    const path = `/t/${thread_id}`
    expect(offered(await opens(dora, path))).not.to.include('Mark as the answer')
    const page = await opens(cleo, path)
    const marking = page.forms.find(({ fields }) => fields.get('post_id') === post_id && fields.has('thread_id'))
    expect(marking?.buttons[0]?.words).to.equal('Mark as the answer')
    const marked = await cleo.browser.press(page, {
      button: 'Mark as the answer',
      in: { post_id },
    })
    expect(read(marked.text)).to.contain('Answered').and.contain('The answer, marked by you')
    const off = await ben.browser.press(await opens(ben, path), 'Take the answer mark off')
    expect(read(off.text)).not.to.contain('The answer')
  })

  it('gives a task to anybody with a seat, whether they talk there or not, and says how another gets one', async () => {
    const { thread_id } = await starts(cleo, 'Eggs', 'How long?')
    for (const path of [`/t/${thread_id}?task=new`, `/new?what=task&hub=${slug}&thread=${thread_id}`]) {
      const { text } = await opens(cleo, path)
      const [, who = ''] = /<select id="(?:task-)?assignee"[^>]*>([^]*?)<\/select>/.exec(text) ?? []
      const names = [...who.matchAll(/value="(\w+)"/g)].map(([, id]) => id)
      expect(names, path).to.include.members([ada.id, ben.id, cleo.id, scout.id, pip.id]).and.not.include(dora.id)
      expect(text).to.contain(`href="/h/${slug}?members"`)
    }
  })

  it('says what is wrong with whom somebody names for a task, and who may be meant', async () => {
    const { thread_id } = await starts(ada, 'Malt', 'Which?')
    const path = `/t/${thread_id}?task=new`
    const says = async (named: object): Promise<string> => {
      const { text } = await ada.browser.press(await opens(ada, path), 'Make the task', { title: 'Buy malt', ...named })
      expect(text).to.contain('value="Buy malt"')
      return read(/role="alert"[^]*?<\/(?:p|div)>/.exec(text)?.[0] ?? '')
    }
    expect(await says({ assignee: '@nobdy' })).to.contain(
      'Nobody here goes by @nobdy. Choose somebody who has a seat here.',
    )
    expect(await says({ assignee: 'Ben Baker' })).to.contain('Nobody here goes by that name.')
    const [begun] = (ben.handle as string).split('.')
    expect(await says({ reviewer: `@${begun}x` })).to.contain(
      `Nobody here goes by @${begun}x. Did you mean @${ben.handle}?`,
    )
    expect(await says({ reviewer: `@${dora.handle}` })).to.contain(
      `@${dora.handle} has no seat here. Let them in first.`,
    )
  })

  it('shows like a mention only a name that somebody here has, to every reader', async () => {
    const { thread_id } = await starts(ada, 'Rye', 'Who knows?')
    const body = `@${ben.handle} or @${dora.handle} or @nobdy, as @${String(scout.handle).replace('@', '')} said.`
    const { post_id } = await ada.does('ui_post', { thread_id, body })
    for (const who of [ada, ben]) {
      for (const path of [`/t/${thread_id}`, `/t/${thread_id}/m/${post_id}`]) {
        const said = (await opens(who, path)).text
        for (const heard of [ben.handle, String(scout.handle).replace('@', '')])
          expect(said, path).to.contain(`<span class="at">@${heard}</span>`)
        for (const unheard of [dora.handle, 'nobdy'])
          expect(said, path).to.contain(`@${unheard}`).and.not.contain(`<span class="at">@${unheard}</span>`)
      }
    }
    const { parts } = server
    const caller = await parts.credentials.callerOf(scout.key)
    const by = { caller, reader: readerFor(caller, true), now: parts.clock.now(), parts: parts as never }
    const card = (await threadShown(by, thread_id)) as ThreadView
    expect(card.nobody, 'on a card too').to.have.members([dora.handle, 'nobdy'])
  })

  it('has the mark of an answer beside what others say to a question, until there is one; else in the menu', async () => {
    const asking = await starts(cleo, 'Eggs', 'How long?')
    const telling = await starts(cleo, 'Eggs', 'Six minutes it is.')
    const inMenu = async ({ thread_id }: { thread_id: string }, post_id: string): Promise<boolean | undefined> => {
      const [, after = ''] =
        (await opens(cleo, `/t/${thread_id}`)).text
          .split(`id="seq-`)
          .find((part) => part.includes(post_id))
          ?.split('<div class="after">') ?? []
      if (!after.includes('Mark as the answer')) return undefined
      return /•••[^]*?<\/details>/.exec(after)?.[0].includes('Mark as the answer')
    }
    const says = async (who: typeof ada, { thread_id }: { thread_id: string }) =>
      (await who.does('ui_post', { thread_id, body: 'Six minutes.' }))['post_id'] as string
    const answer = await says(ada, asking)
    expect(await inMenu(asking, answer)).to.equal(false)
    expect(await inMenu(asking, await says(cleo, asking)), 'by who asked').to.equal(true)
    expect(await inMenu(telling, await says(ada, telling)), 'nothing was asked').to.equal(true)
    await cleo.does('ui_mark_answer', { thread_id: asking.thread_id, post_id: answer })
    expect(await inMenu(asking, await says(ada, asking)), 'answered').to.equal(true)
  })

  it('says on the page after an act what was done, once, and only to the browser that did it', async () => {
    const { thread_id } = await starts(cleo, 'Eggs', 'How long?')
    const { post_id } = await ada.does('ui_post', { thread_id, body: 'Six minutes.' })
    const path = `${server.url}/t/${thread_id}`
    const done = await fetch(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: cleo.session, Origin: server.url },
      body: new URLSearchParams({ act: 'ui_mark_answer', thread_id, post_id }),
    })
    expect(done.status).to.equal(303)
    const [set = ''] = done.headers.getSetCookie()
    expect(set).to.match(/^dp_done=[\w-]+; Path=\/; Max-Age=30; HttpOnly; SameSite=Lax/)
    expect(done.headers.get('Location')).not.to.contain('answer')
    const cookie = set.split(';')[0] ?? ''
    const shows = async (session: string, more: string) => {
      const page = await fetch(path, { headers: { Accept: 'text/html', Cookie: `${session}; ${more}` } })
      return { cookies: page.headers.getSetCookie(), told: read(await page.text()).includes('Marked as the answer.') }
    }
    const page = await shows(cleo.session, cookie)
    expect(page.told).to.equal(true)
    expect(page.cookies[0], 'the next page says it no more').to.match(/^dp_done=; Path=\/; Max-Age=0/)
    expect(await shows(ada.session, cookie), 'another session').to.deep.equal({ cookies: [], told: false })
    for (const forged of ['dp_done=', 'dp_done=Marked', `${cookie.slice(0, -4)}AAAA`, cookie.slice(0, 30)])
      expect(await shows(cleo.session, forged), forged).to.deep.equal({ cookies: [], told: false })
  })

  it('makes a task of a post, which goes from hand to hand until its result is approved', async () => {
    const { thread_id, post_id } = await starts(ada, 'Prices', 'Somebody compare the prices?')
    const path = `/t/${thread_id}`
    const form = await opens(ada, `${path}?task=${post_id}`)
    const made = await ada.browser.press(form, 'Make the task', { due: '2027-01-15', reviewer: ada.id })
    expect(read(made.text)).to.contain('Somebody compare the prices?').and.contain('Open for anyone here')
    const open = await opens(cleo, path)
    expect(offered(open)).to.include('Take it').and.not.include('Cancel the task')
    const taken = await cleo.browser.press(open, 'Take it')
    expect(read(taken.text)).to.contain('You have it. Ada checks.')
    expect(offered(await opens(ben, path)), 'it has somebody').not.to.include('Take it')
    const working = await cleo.browser.press(taken, 'Start')
    const unsaid = await cleo.browser.press(working, 'It waits for something')
    expect(unsaid.status, 'it has to say for what').to.be.within(400, 499)
    const blocked = await cleo.browser.press(unsaid, 'It waits for something', { note: 'The mill is closed.' })
    expect(read(blocked.text)).to.contain('Waits for something').and.contain('The mill is closed.')
    const on = await cleo.browser.press(blocked, 'Go on')
    const wordless = await cleo.browser.press(on, 'It is done', { summary: '   ' })
    expect(read(wordless.text)).to.contain('Say what was done, or point to')
    const pointless = await cleo.browser.press(on, 'It is done', { link: 'on my desk', summary: 'All compared.' })
    expect(read(pointless.text)).to.contain('A link begins with https://. Or leave it out.')
    expect(pointless.forms.some(({ fields }) => fields.get('summary') === 'All compared.')).to.equal(true)
    const done = await cleo.browser.press(pointless, 'It is done', { link: 'https://example.org/prices' })
    expect(read(done.text)).to.contain('Done, waits to be looked at')
    expect(offered(done), 'not their own').not.to.include('Looks right')
    expect(read(done.text)).to.contain('What came of it')
    const review = await opens(ada, path)
    expect(read(review.text), 'what she is asked about is open')
      .to.contain('Result:')
      .and.not.contain('What came of it')
    const back = await ada.browser.press(review, 'Send it back', { note: 'And the spelt?' })
    expect(read(back.text)).to.contain('sent back once').and.contain('And the spelt?')
    // what is said in words alone stands in the thread
    const said = await cleo.browser.press(await opens(cleo, path), 'It is done', { summary: 'Spelt costs € 2.' })
    expect(said.text, 'where it is done is here').to.contain('Spelt costs € 2.').and.not.contain('Result:')
    const right = await ada.browser.press(await ada.browser.press(await opens(ada, path), 'Looks right'), 'Yes')
    expect(read(right.text)).to.contain('Done and approved')
  })

  it('settles a flag, by those who look after the hub alone', async () => {
    const { pad_id } = await ada.does('ui_create_pad', { hub: slug, title: 'Bread', text: '# Dough\n\n78 % water.' })
    const { thread_id } = await starts(cleo, 'Too wet', 'It runs.', {
      pad_id,
      anchor_block: await sectionId(scout, pad_id, 0),
      flag_wrong: true,
      source: 'the mill',
    })
    const path = `/t/${thread_id}`
    const seen = await opens(cleo, path)
    expect(read(seen.text)).to.contain('Source: the mill')
    expect(offered(seen)).not.to.include('It is fixed')
    const asked = await ben.browser.press(await opens(ben, path), 'It is fixed')
    const settled = await ben.browser.press(asked, 'Yes')
    expect(read(settled.text)).to.contain('Settled').and.not.contain('It was right')
  })

  it('is closed, opened, folded and shown by those who may', async () => {
    const { thread_id } = await starts(cleo, 'Mine', 'A thought.')
    const { post_id } = await dora
      .does('ui_join_hub', { hub: slug })
      .then(() => dora.does('ui_post', { thread_id, body: 'Buy rye.' }))
    await dora.does('ui_leave_hub', { hub: slug })
    const path = `/t/${thread_id}`
    const mine = await opens(cleo, path)
    expect(offered(mine)).to.include('Close to new posts')
    const closed = await cleo.browser.press(mine, 'Close to new posts')
    expect(read(closed.text)).to.contain('This thread is closed to new posts.')
    expect(offered(closed), 'its starter too').not.to.include('Post')
    const keeps = await opens(ben, path)
    expect(offered(keeps), 'keepers write').to.include('Post')
    expect(read(keeps.text)).to.match(
      /A thought\.[^]*closed to new posts\. Only the owner and helpers write in it now\./,
    )
    expect(read(closed.text), 'at its end').to.match(/A thought\.[^]*closed to new posts\. Everything stays readable\./)
    const reopened = await cleo.browser.press(closed, 'Open to new posts')
    expect(offered(reopened)).to.include('Post')
    expect((await opens(cleo, `${path}?fold=${post_id}`)).text, 'not a post of others').not.to.contain('id="fold"')
    const folding = await opens(ben, `${path}?fold=${post_id}`)
    expect(folding.text, 'a person chooses the reason').to.match(
      /<select id="fold-reason"[^>]* required><option value=""/,
    )
    expect(offered(folding)).to.include.members(['Fold it', 'Hide it'])
    const folded = await ben.browser.press(folding, 'Fold it', { reason: 'promotion' })
    expect(read(folded.text)).to.contain('A post by Dora was folded: promotion')
    expect(read((await opens(cleo, path)).text)).to.contain('was folded: promotion')
    const shown = await ben.browser.press(folded, 'Unfold it')
    expect(read(shown.text)).not.to.contain('was folded')
    const hiding = await opens(ben, `${path}?fold=${post_id}`)
    const hidden = await ben.browser.press(hiding, 'Hide it', { reason: 'promotion' })
    expect(read(hidden.text)).to.contain('Hidden by the people').and.not.contain('Buy rye.')
    expect(offered(await opens(cleo, path)), 'not to who only began the thread').not.to.include('Show it again')
    expect(read((await ben.browser.press(hidden, 'Show it again')).text)).to.contain('Buy rye.')
    const log = await opens(ada, `/h/${slug}?log`)
    const lineOf = ({ text }: Shown, says: string): string =>
      text.split('<li').find((line) => read(`<li${line}`).includes(says)) ?? ''
    expect(read(log.text)).to.contain('opened Mine again').and.contain('closed Mine')
    expect(read(log.text), 'nobody removed her').to.contain('Dora left').and.not.contain('removed Dora')
    expect(lineOf(log, 'closed Mine'), 'opened again, nothing is left to take back').not.to.contain('Take it back')
    const earlier = await opens(
      ada,
      `/h/${slug}?log&cursor=${/ id="(\w+)"/.exec(lineOf(log, 'opened Mine again'))?.[1]}`,
    )
    expect(read(earlier.text)).not.to.contain('opened Mine again')
    expect(lineOf(earlier, 'closed Mine'), 'on a page without the opening')
      .to.match(/^(?!.*Take it back)/s)
      .and.not.equal('')
    const first = await starts(ada, 'Oven <door>\u202e\u200b', 'It does not close.')
    const folds = async (fill: Record<string, string>) =>
      cleo.browser.press(await opens(cleo, `${path}?fold=thread`), 'Fold it', fill)
    const elsewhere = { reason: 'duplicate', duplicate_of: `${server.url}/t/${first.thread_id}#seq-1` }
    const said = await folds(elsewhere)
    expect(read(said.text)).to.contain('This thread is folded: said elsewhere already, in Oven <door>')
    expect(said.text).to.contain(`<a href="/t/${first.thread_id}"><bdi>Oven &lt;door&gt;</bdi></a>`)
    await cleo.browser.press(said, 'Unfold it')
    const none = await folds({ reason: 'duplicate', duplicate_of: 'the other one' })
    expect(read(none.text)).not.to.contain('This thread is folded')
    expect(none.text, 'what was typed stands').to.contain('value="the other one"')
    expect(read(none.text)).to.contain('That is not the address of a thread. The rest is kept.')
    const otherwise = await folds({ ...elsewhere, reason: 'outdated' })
    expect(read(otherwise.text))
      .to.contain('An address goes with “said elsewhere already”.')
      .and.not.contain('This thread is folded')
    expect(otherwise.text).to.contain(`value="${elsewhere.duplicate_of}"`).and.contain('value="outdated" selected')
    const itself = await folds({ ...elsewhere, duplicate_of: `${server.url}${path}` })
    expect(read(itself.text)).to.contain('That is the address of this thread itself.').and.not.contain('is folded')
    expect(itself.text).to.contain(`value="${server.url}${path}"`)
    await cleo.does('ui_moderate', { action: 'hide', target: thread_id, duplicate_of: elsewhere.duplicate_of })
    const unsaid = await opens(cleo, path)
    expect(read(unsaid.text), 'an address alone').to.contain('said elsewhere already, in Oven <door>')
    await cleo.browser.press(unsaid, 'Unfold it')
    const whole = await folds({ reason: 'outdated' })
    expect(read(whole.text)).to.contain('This thread is folded: out of date.')
    expect(lineOf(await opens(ada, `/h/${slug}?log`), 'folded or hid Mine'), 'it stands').to.contain('Take it back')
  })

  it('is reported once and without noise', async () => {
    const { thread_id, post_id } = await starts(ben, 'Deals', 'Buy my bread.')
    const page = await opens(cleo, `/t/${thread_id}?report=${post_id}`)
    expect(page.text, 'a person chooses the reason').to.match(
      /<select id="report-reason"[^>]* required><option value=""/,
    )
    const sent = await cleo.browser.press(page, { button: 'Report', in: { post_id } }, { reason: 'spam' })
    expect([sent.status, sent.path]).to.deep.equal([200, `/t/${thread_id}`])
    const [row] = await server.sql`select reason from report where target_id = ${post_id}`
    expect(row?.['reason']).to.equal('spam')
    expect((await opens(ben, `/t/${thread_id}?report=${post_id}`)).text, 'not oneself').not.to.contain('id="report"')
    expect((await opens(cleo, `/t/${thread_id}`)).text).to.contain('Report it')
    expect((await opens(ben, `/t/${thread_id}`)).text, 'not what oneself began').not.to.contain('Report it')
  })

  it('asks who looks after the hub about what was reported by its name', async () => {
    const { thread_id } = await starts(ada, 'Bins', 'Where?')
    const { post_id } = await cleo.does('ui_post', { thread_id, body: 'Buy my bins.' })
    await dora.does('ui_report', { post_id, reason: 'promotion' })
    await server.landed()
    const asked = await ada.browser.press(await opens(ada, '/'), { button: 'Leave it', in: { target: post_id } })
    expect(read(asked.text)).to.contain('Leave the post by Cleo as it is?')
    await ada.browser.press(asked, 'Yes')
    expect(read((await opens(ada, '/inbox')).text)).to.match(/Answered already\. Promotion[.:]/)
  })

  it('gives keepers a link that lets somebody in, shown this once', async () => {
    const { thread_id } = await starts(ada, 'Guests', 'Welcome.')
    const path = `/t/${thread_id}`
    expect((await opens(cleo, `${path}?invite`)).text).not.to.contain('id="invite"')
    const made = await ada.browser.press(await opens(ada, `${path}?invite`), 'Make the link', { uses: '2' })
    expect(made.status).to.equal(200)
    expect(made.text).to.match(/<p class="key" id="the-link">http[^<]+\/invite#dpi_[\w-]+<\/p>/)
    expect((await opens(ada, path)).text).not.to.contain('dpi_')
  })

  it('offers a seat to who has none, and asks who is signed out to sign in and come back', async () => {
    const { thread_id } = await starts(ada, 'Open', 'Hello.')
    const path = `/t/${thread_id}`
    const before = await opens(dora, path)
    expect(offered(before)).to.include('Join The bakery').and.not.include('Post')
    const joined = await dora.browser.press(before, 'Join The bakery')
    expect(offered(joined)).to.include('Post').and.not.include('Join The bakery')
    await dora.does('ui_leave_hub', { hub: slug })
    const nobody = plainBrowser(server)
    const out = await nobody.open(path)
    expect(out.text).to.contain(`/signin?next=%2Ft%2F${thread_id}`).and.not.contain('idempotency_key')
    expect((await nobody.open(`${path}?reply=x`)).path).to.equal(
      `/signin?next=${encodeURIComponent(`${path}?reply=x`)}`,
    )
  })

  it('says from where on it is new, and reading it here is reading it', async () => {
    const { thread_id } = await starts(ada, 'News', 'First.')
    await opens(cleo, `/t/${thread_id}`)
    const markOf = async (): Promise<number> => {
      const mark =
        await server.sql`select seq from read_mark where participant_id = ${cleo.id} and scope_id = ${thread_id}`
      return mark[0]?.['seq'] ?? 0
    }
    await until(async () => (await markOf()) === 1, 'the first post is read')
    await ada.does('ui_post', { thread_id, body: 'Second.' })
    const page = await opens(cleo, `/t/${thread_id}`)
    expect(page.text.indexOf('New since')).to.be.within(page.text.indexOf('First.'), page.text.indexOf('Second.'))
    await until(async () => (await markOf()) === 2, 'the second post is read')
    expect((await opens(cleo, `/t/${thread_id}`)).text).not.to.contain('New since')
  })

  it('folds what agents only said to each other, never what names the reader', async () => {
    const { thread_id, post_id: reply_to } = await starts(ada, 'Water', 'How much?')
    const says = [
      [scout, '75 %, I think.'],
      [pip, 'At what temperature?'],
      [scout, '24 degrees.'],
      [pip, 'Then 75 it is.'],
    ] as const
    for (const [by, body] of says) await by.does('post_reply', { thread_id, body, reply_to })
    const quiet = await opens(ben, `/t/${thread_id}`)
    expect(read(quiet.text)).to.contain('Pip and Scout worked it out in 3 posts')
    await scout.does('post_reply', { thread_id, body: `@${ben.handle} can you test it?`, reply_to })
    const named = (await opens(ben, `/t/${thread_id}`)).text
    expect(named.indexOf('can you test it')).to.be.greaterThan(named.indexOf('</details>\n<article'))
    expect(named.split('<details class="run"')[1]?.split('</details>\n')[0]).not.to.contain('can you test it')
  })

  it('pauses an agent of one’s own from the list of who talks there, which then shows it, and lets it go on', async () => {
    const { thread_id } = await starts(cleo, 'Salt', 'How much?')
    const path = `/t/${thread_id}`
    await pip.does('post_reply', { thread_id, body: 'Two percent.' })
    const side = ({ text }: Shown) => read(text.split('<h2 id="people">')[1]?.split('</section>')[0] ?? '')
    expect(side(await opens(cleo, path))).to.match(/Pip .*Pause/)
    await cleo.browser.press(await opens(cleo, path), 'Pause')
    const paused = await opens(cleo, path)
    expect(side(paused)).to.match(/Pip .*Paused.*Let it go on/)
    expect(side(await opens(ada, path)), 'who it is not of').not.to.match(/Pause|Let it go on/)
    await cleo.browser.press(paused, 'Let it go on')
    expect(side(await opens(cleo, path))).to.match(/Pip .*Pause$|Pip .*Pause /)
    await pip.does('post_reply', { thread_id, body: 'Or less.' })
  })

  it('says which agents read along just now', async () => {
    const { thread_id } = await starts(ada, 'Live', 'Who is there?')
    await scout.does('post_reply', { thread_id, body: 'I am.' })
    const { version: since } = await scout.does('open_thread', { thread_id })
    const held = scout.call('open_thread', { thread_id, since, wait: 20 })
    await until(
      async () => read((await opens(ada, `/t/${thread_id}`)).text).includes('Scout is reading along'),
      'Scout reads along',
    )
    await ada.does('ui_post', { thread_id, body: 'Good.' })
    await held
    expect(read((await opens(ada, `/t/${thread_id}`)).text)).not.to.contain('reading along')
  })

  it('says who was not called: an agent of one’s own without a seat gets one there, and a misspelt name is guessed', async () => {
    const zelda = await comes('Zelda')
    await zelda.does('ui_join_hub', { hub: slug })
    const moth = await ada.agent('Moth')
    const { thread_id } = await starts(ada, 'Moths', `@${moth.handle}, @${cleo.handle} and @zeld, are there any?`)
    const path = `/t/${thread_id}`
    const before = await opens(ada, path)
    expect(read(before.text)).to.contain(`Moth has no seat here, so @${moth.handle} did not reach it.`)
    expect(read(before.text)).to.contain(`@zeld is nobody here and was not called. Did you mean @${zelda.handle}?`)
    expect(read((await opens(cleo, path)).text), 'hers alone').to.not.contain('has no seat here')
    const after = await ada.browser.press(before, 'Give Moth a seat')
    expect(read(after.text)).to.contain('@zeld is nobody here').and.not.contain('has no seat here')
    expect(read(after.text)).to.contain('Moth has not connected yet. This post waits for it: connect it with a new key')
    expect(read((await opens(cleo, path)).text), 'hers alone').to.not.contain('has not connected yet')
    await moth.does('show_svc')
    await server.parts.credentials.flush()
    expect(read((await opens(ada, path)).text))
      .to.contain('@zeld is nobody here')
      .and.not.contain('has not connected yet')
    await ada.browser.press(after, 'Post', { body: `@${moth.handle}, @${zelda.handle}: any?` })
    expect(read((await opens(ada, path)).text)).to.not.contain('nobody here')
    expect(read((await opens(ada, `${path}?before=2`)).text), 'an older page').to.not.contain('nobody here')
  })

  it('guesses two of many names that called nobody, and says nothing of a post that was edited or is an hour old', async () => {
    const { thread_id, post_id } = await starts(ada, 'Names', '@scou, @cle and @zel?')
    const path = `/t/${thread_id}`
    const guessed = read((await opens(ada, path)).text)
    expect(
      [...guessed.matchAll(/was not called\.( Did you mean)?/g)].map(([, guess]) => guess !== undefined),
    ).to.deep.equal([true, true, false])
    await ada.does('ui_edit_post', { post_id, body: 'Who is here, @cle?' })
    expect(read((await opens(ada, path)).text), 'an edit calls nobody').to.not.contain('nobody here')
    await ada.does('ui_post', { thread_id, body: '@cle?' })
    expect(read((await opens(ada, path)).text)).to.contain('@cle is nobody here')
    await server.advance(hours(1) + 1_000)
    expect(read((await opens(ada, path)).text), 'an hour later').to.not.contain('nobody here')
  })

  it('names nobody of a private hub to a guest of one thread, who gives an agent a seat in that thread', async () => {
    const { slug: hub } = await ada.does('ui_create_hub', { title: 'The cellar' })
    const hidden = await brings(server, ada, 'Quark', 'Codex', [hub])
    const { thread_id } = await ada.does('ui_start_thread', { hub, title: 'Inside', body: 'Come in.' })
    const { invite_url } = await ada.does('ui_invite', { thread_id })
    await dora.settings('accept-invite', { token: invite_url.split('#')[1] })
    const newt = await brings(server, dora, 'Newt', 'Codex', [])
    await dora.does('ui_post', { thread_id, body: `@${newt.handle} and @${hidden.handle.slice(0, 4)}?` })
    const page = await opens(dora, `/t/${thread_id}`)
    expect(read(page.text)).to.contain('is nobody here and was not called').and.not.contain(hidden.handle)
    const given = await dora.browser.press(page, 'Give Newt a seat')
    expect(given.status).to.equal(200)
    expect(read(given.text)).to.not.contain('Newt has no seat here')
    await newt.does('open_thread', { thread_id })
  })

  it('shows whoever has a seat in the thread alone no way to the members of its hub', async () => {
    const { slug: closed } = await ada.does('ui_create_hub', { title: 'The cellar' })
    const { thread_id } = await ada.does('ui_start_thread', { hub: closed, title: 'Wine', body: 'Which?' })
    const { invite_url } = await ada.does('ui_invite', { thread_id })
    await dora.settings('accept-invite', { token: invite_url.split('#')[1] })
    const way = /href="(\/h\/[^"]*\?members)"/
    const hers = await opens(dora, `/t/${thread_id}?task=new`)
    expect(hers.text).to.contain('Make the task').and.not.match(way)
    const [, members = ''] = way.exec((await opens(ada, `/t/${thread_id}?task=new`)).text) ?? []
    expect((await opens(ada, members)).status).to.equal(200)
  })

  it('tells two of one name apart', async () => {
    const other = await comes('Cleo2')
    await server.sql`update participant set name = 'Cleo' where id = ${other.id}`
    await other.does('ui_join_hub', { hub: slug })
    const { thread_id } = await starts(cleo, 'Twins', 'One.')
    await other.does('ui_post', { thread_id, body: 'Two.' })
    const page = read((await opens(ada, `/t/${thread_id}`)).text)
    expect(page).to.contain(`@${cleo.handle}`).and.contain(`@${other.handle}`)
  })

  it('shows the newest thirty of ten thousand posts, and is no longer for the others', async () => {
    const { thread_id, post_id } = await starts(ada, 'Long', 'The first of many.')
    await server.sql`
      insert into post (id, thread_id, seq, author_id, body, created_at)
      select 'msg_' || lpad(n::text, 26, '0'), ${thread_id}, n, ${ben.id}, 'post ' || n, created_at
      from generate_series(2, 10000) n, (select created_at from post where id = ${post_id}) first`
    await server.sql`update thread set last_seq = 10000, version = version + 9999 where id = ${thread_id}`
    await server.sql`analyze post`
    await server.advance(days(1))
    const page = await opens(cleo, `/t/${thread_id}`)
    expect(page.text).to.contain('post 10000').and.contain(`/t/${thread_id}?before=9971`)
    expect(Buffer.byteLength(page.text)).to.be.lessThan(120_000)
  })
})
