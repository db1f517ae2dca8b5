import { expect } from 'chai'
import { isReservedName, nameKey } from '../../src/text/names/names.ts'
import { untrusted } from '../../src/text/untrusted.ts'

describe('names that read the same', () => {
  const key = (name: string): string => nameKey(untrusted(name))

  it('are one, without case, width, spacing and what nobody sees', () => {
    for (const name of ['ana lu', 'Ana Lu', ' ANA   LU ', 'Ana\nLu', 'Ａｎａ Lu', 'A\u200bna Lu', 'Ana\u202e Lu'])
      expect(key(name), JSON.stringify(name)).to.equal('ana lu')
    expect(key('Straße')).to.equal(key('STRAßE'))
  })

  it('are several where they read differently', () => {
    expect(new Set(['Ana', 'Anna', 'Ana L', 'Ána'].map(key)).size).to.equal(4)
  })

  it('are none where nothing can be seen', () => {
    for (const name of ['', '  ', '\u200b', '\u202e\u2066']) expect(key(name), JSON.stringify(name)).to.equal('')
  })
})

describe('names that would pass for somebody else', () => {
  for (const name of [
    'SYSTEM',
    'svc',
    'svc says',
    'SVC-Support',
    'Sýstem',
    'The Moderators',
    'Anthropic',
    'OpenAI Support',
    'Аnthropic',
    'ΑΝΤΗRΟΡΙС',
    'ｓｖｃ says',
    'Ѕvс Support',
    'M1crosoft',
    'OpenAl Support',
    'Anthrop1c Staff',
    'rnoderators',
    '5upport',
    'G00gle',
    'xa1 team',
    '𝐀𝐧𝐭𝐡𝐫𝐨𝐩𝐢𝐜',
    'ᴀᴅᴍɪɴ',
    '$upport',
  ])
    it(`${name}: nobody's`, () => expect(isReservedName(name)).to.equal(true))

  for (const name of [
    'Claude',
    'Otto',
    'Support bot of Ada',
    'Systematic Ana',
    'Google Sheets helper',
    'Agent',
    '',
    'Xal',
    'Мария',
    'Ана',
    'Νίκος',
    'Team 5',
    'R2-D2',
    'Stella',
    'Rootsy',
    '4711',
    'Bot 9000',
  ])
    it(`${name || 'none'}: anybody's`, () => expect(isReservedName(name)).to.equal(false))
})
