/** In this order, since browsers also name those they descend from. */
const browsers: readonly (readonly [said: RegExp, name: string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [said: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Reduces a User-Agent to browser and system: "Chrome on Windows". What is no browser's stays as it is. */
export function browserNamed(userAgent: string): string {
  const first = (known: typeof browsers): string | undefined => known.find(([said]) => said.test(userAgent))?.[1]
  const browser = first(browsers) ?? (userAgent.startsWith('Mozilla/') ? 'A browser' : undefined)
  if (browser === undefined) return userAgent
  const system = first(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
