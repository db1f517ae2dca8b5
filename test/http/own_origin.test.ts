import { expect } from 'chai'
import { pathHere } from '../../src/http/request/own_origin.ts'

describe('where a sign-in goes on', () => {
  const place = { baseUrl: 'https://svc.test' }
  const goes = (next: string | undefined): string => pathHere(next, place, '/home')

  it('is a path on this origin', () => {
    expect(goes('/h/cooking?x=1#y')).to.equal('/h/cooking?x=1#y')
    expect(goes('/')).to.equal('/')
  })

  it('is never anywhere else', () => {
    for (const next of [
      undefined,
      '',
      'h/cooking',
      '//evil.test',
      '//evil.test/x',
      '/\\evil.test',
      '/\t/evil.test',
      'https://evil.test/',
      'javascript:alert(1)',
      '\\\\evil.test',
    ])
      expect(goes(next), String(next)).to.equal('/home')
  })

  it('cannot leave by dots or by what a browser takes out', () => {
    expect(goes('/..//evil.test')).to.not.match(/^\/\//)
    expect(goes('/.//evil.test')).to.not.match(/^\/\//)
    expect(goes('/a\nb')).to.equal('/ab')
  })
})
