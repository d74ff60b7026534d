import { authorTax, labourTax } from './withholding'

const yuan = (amount: number) => amount * 100

test.each([
  [0, 0, 0],
  [800, 0, 0],
  [3000, 440, 308],
  [4000, 640, 448],
  [4001, 640.16, 448.11],
  [10_000, 1600, 1120],
  [25_000, 4000, 2800],
  [30_000, 5200, 3360],
  [62_500, 13_000, 7000],
  [100_000, 25_000, 11_200],
])('of %d yuan a lecturer is withheld %d, an author %d', (gross, labour, author) => {
  expect([labourTax(yuan(gross)), authorTax(yuan(gross))]).toEqual([Math.round(yuan(labour)), Math.round(yuan(author))])
})

test('tax is whole cents, never negative, and falls nowhere while the fee rises', () => {
  let last = 0
  for (let gross = 0; gross <= 8_000_000; gross += 777) {
    const tax = labourTax(gross)
    expect(Number.isInteger(tax) && tax >= last).toBe(true)
    last = tax
  }
})
