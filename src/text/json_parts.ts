import { namedFields, nesting } from '../rules/limits.ts'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const [brace, bracket, braceEnd, bracketEnd] = [0x7b, 0x5b, 0x7d, 0x5d]

/**
 * Says why a JSON text would cost too much to parse and walk; undefined when it would not. Scans without parsing:
 * whatever walks a result recurses, and copies each object that it passes.
 */
export function tooManyParts(text: string): string | undefined {
  let depth = 0
  let names = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at++
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === brace || code === bracket) {
      if (++depth > nesting) return `nests deeper than ${nesting} levels`
    } else if (code === braceEnd || code === bracketEnd) depth--
    else if (code === colon && ++names > namedFields) return `names more than ${namedFields} fields`
  }
  return undefined
}
