/** The name of a button that takes a seat in a hub before the act itself; its value is the hub. */
export const joinsFirst = 'joins_first'
