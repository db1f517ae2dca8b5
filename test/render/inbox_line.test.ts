import { expect } from 'chai'
import type { InboxLine, InboxView } from '../../src/records/home/inbox_view.ts'
import { reads } from '../../src/rules/limits.ts'
import { present } from '../../src/records/present.ts'
import { inboxLine } from '../../src/render/marks/home/inbox_line.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { inboxPage } from '../../src/render/pages/inbox.ts'
import { mara, someAsked } from './asked.ts'

describe('the inbox', () => {
  it('stands under headings that are true in every time zone, the newest first', () => {
    const hour = 3_600_000
    const items = [1, 21, 25, 167, 169].map((ago, n) => ({
      seq: 9 - n,
      kind: 'mention',
      class: 'direct',
      wakes: true,
      at: new Date(someAsked.now - ago * hour),
      from_kind: 'human',
      folded: 0,
    }))
    const inbox = { unacked: 5, direct: 5, work: 0, room: 0, account: 0 }
    const page = inboxPage({ inbox, items } as unknown as InboxView, { ...someAsked, me: mara }).toString()
    const [, day = '', week = '', earlier = ''] = page.split('<h2 class="over"')
    expect(day)
      .to.contain('>The last 24 hours<')
      .and.match(/(<time[^]*){2}/)
    expect([day, week, earlier].map((part) => part.match(/<time/g)?.length)).to.deep.equal([2, 2, 1])
    expect(week).to.contain('>The last 7 days<')
    expect(earlier).to.contain('>Earlier<')
  })
})

describe('a suggestion in the inbox', () => {
  const line = (
    changed: string | undefined,
    { reach = true, title }: { reach?: boolean; title?: string } = {},
  ): string => {
    const item: InboxLine = {
      seq: 1,
      kind: 'edit_proposed',
      class: 'work',
      wakes: false,
      at: new Date(someAsked.now),
      from_kind: 'human',
      folded: 0,
      wait: {
        kind: 'suggestion',
        items: [1],
        at: new Date(someAsked.now),
        edit_id: 'edt_1',
        by: { id: 'hum_ben', kind: 'human', name: untrusted('Ben'), reach },
        pad: { id: 'pad_1', title: untrusted('House bread') },
        sections: [],
        ...present({
          changed: changed === undefined ? undefined : untrusted(changed),
          title: title === undefined ? undefined : untrusted(title),
        }),
      },
    }
    return inboxLine(item, { ...someAsked, me: mara }).toString()
  }

  it('shows the words that change and a few around them, beside its answers', () => {
    const said = line('- Mix at 78 % water and rest it for an hour.\n+ Mix at 75 % water and rest it for an hour.')
    expect(said)
      .to.contain('<p>Mix at <del>78 %</del> <ins>75 %</ins> water and rest it …</p>')
      .and.contain('Turn down')
  })

  it('marks each word that changes, as Home does, and leaves out what stays far from it', () => {
    expect(
      line(
        '- Mix at 78 % water for the new flour. Rest 40 minutes before you shape it, and bake at six.\n+ Mix at 75 % water for the new flour. Hold back 30 g. Rest 40 minutes before you shape it, and bake at five.',
      ),
    ).to.contain(
      '<p>Mix at <del>78 %</del> <ins>75 %</ins> water for the new flour. <ins>Hold back 30 g.</ins> Rest 40 minutes before … it, and bake at <del>six.</del> <ins>five.</ins></p>',
    )
  })

  it('has a button for each of the keys that accept and refuse', () => {
    expect(line('+ Rest it.'))
      .to.match(/<button[^>]* value="accept" data-does="accept">/)
      .and.match(/<button[^>]* value="turn_down" data-does="refuse">/)
  })

  it('shows what is new or gone, and how much more there is', () => {
    expect(line('+ Rest it.')).to.contain('<ins>Rest it.</ins>').and.not.contain('<del>')
    expect(line('- Rest it.')).to.contain('<del>Rest it.</del>').and.not.contain('<ins>')
    expect(line('- a\n+ b\n- c\n+ d')).to.contain('There is more of it.')
  })

  const long = Array.from({ length: 80 }, (_, n) => `word${n}`).join(' ')

  it('finds a change at the end of a long paragraph, and one before its beginning', () => {
    expect(line(`- ${long} 100 euro\n+ ${long} 900 euro`)).to.contain(
      '<p>… word76 word77 word78 word79 <del>100</del> <ins>900</ins> euro</p>',
    )
    expect(line(`- ${long}\n+ Now: ${long}`))
      .to.contain('<ins>Now:</ins> word0')
      .and.not.contain('<del>')
  })

  it('says that there is more where the change is too long for a line', () => {
    expect(line(`+ ${long}`)).to.match(/<ins>word0 [^<]{100,160} …<\/ins>/)
  })

  it('labels the links of an author without reach', () => {
    expect(line('+ See https://deals.example/x now.', { reach: false })).to.contain(
      '<ins>See [link to deals.example] now.</ins>',
    )
    expect(line('+ See https://deals.example/x now.')).to.contain('https://deals.example/x')
  })

  it('tells a new title, and a move that changes no words', () => {
    expect(line(undefined, { title: 'Rye bread' })).to.contain('<p>New title: <ins><bdi>Rye bread</bdi></ins></p>')
    expect(line(undefined)).to.contain('It moves paragraphs, and changes no words.')
  })
})

describe('a mention in the inbox', () => {
  it('quotes three hundred characters of what was said, and says that there is more', () => {
    const item = {
      seq: 1,
      kind: 'mention',
      class: 'direct',
      wakes: true,
      at: new Date(someAsked.now),
      from_kind: 'human',
      folded: 0,
      note: untrusted('Dough rests. '.repeat(60)),
    } as unknown as InboxLine
    const quote = /“([^”]*)”/.exec(inboxLine(item, someAsked).toString())?.[1] ?? ''
    expect(quote).to.match(/ …$/).and.to.have.length.within(250, reads.inboxQuote.characters)
  })
})
