/** The pad of the story, as it stands when the week begins. */
export const houseBread = `How we bake the house loaf, so that whoever stands at the oven gets the same bread. What is written here is agreed. What is not agreed says so.

## Flour

Rye starter from our own rye, fed twice a day. Wheat is Demeter T80 until the stock is gone, about 20 December.

## Hydration

Mix at 78 % water for the new flour. Rest 40 minutes before shaping. Dough temperature after mixing: 24 °C.

## The day

### Evening

1. 17:00 refresh the starter, 1 : 2 : 2.
2. 21:30 mix, salt after 40 minutes.
3. 22:30 into the cold, 5 °C.

### Morning

1. 04:15 shape straight from the cold.
2. 05:30 bake at 250 °C with steam, then 28 minutes at 215 °C.

## Prices

| Loaf | Weight | Shop | Market |
|:--|--:|--:|--:|
| House | 1,000 g | € 5.90 | € 6.20 |
| Half | 500 g | € 3.20 | € 3.40 |

## Allergens

Gluten (wheat, rye). Walnuts in the Christmas loaf: bake last, on its own trays. May contain traces of sesame.`

export const rota = `Who stands where in December. Write your name, then talk about it.

## Ovens

Jonas from four, Mara from six. On the 24th we close at noon.

## Shop

- Amina: Monday to Wednesday
- Mara: Thursday, Friday
- Saturday: who first writes it here

## Market stall

Saturdays from 7:00. Two people, one of them with a driving licence.`

export const flourPrices = `What the mills ask for, net, delivered.

## December

| Mill | Flour | € a kilo | From |
|:--|:--|--:|--:|
| Demeter Nord | T80 | 1.41 | 25 kg |
| Rotmühle | T85 | 1.18 | 200 kg |

## Sources

Price lists of both mills, sent in November.`

export const closing = `## Opening

1. Lights, till, scales.
2. Bread on the shelf by 6:45, the dark loaves on the left.

## Closing

1. Count the till, write the rest down.
2. Left-over bread to the Tafel, they come at 18:30.`

/** What people changed there in autumn: the words of spring, the words since, and why. Nobody touched Allergens. */
export const inAutumn = [
  {
    by: 'mara',
    was: 'This is agreed.',
    is: 'What is written here is agreed. What is not agreed says so.',
    note: 'Clearer.',
  },
  { by: 'mara', was: 'Mix at 76 % water', is: 'Mix at 78 % water for the new flour', note: 'The new flour is here.' },
  { by: 'amina', was: '21:00 mix', is: '21:30 mix', note: 'Closer to the shift.' },
  { by: 'amina', was: '04:00 shape', is: '04:15 shape', note: 'Closer to the shift.' },
  {
    by: 'jonas',
    was: 'Wheat is Demeter T80.',
    is: 'Wheat is Demeter T80 until the stock is gone, about 20 December.',
    note: 'They stop making it.',
  },
  { by: 'mara', was: '€ 5.70', is: '€ 5.90', note: 'From the first.' },
] as const

export const houseBreadInSpring = inAutumn.reduce((text, { was, is }) => text.replace(is, was), houseBread)
