import { expect, it } from 'vitest'
import { refusalMessages } from '#lib/query/refusal-messages.ts'
import { add } from '../support/changes.ts'

it('a refusal names its dish once, also where the restaurant’s words name it', () => {
  const change = add('a')
  if (change.kind !== 'item.add') throw new Error('not a dish')
  const { name } = change.shown
  const soldOut = `${name} is sold out today. We are sorry! Please choose something else.`
  const gone = 'This dish is not on the menu anymore. Please choose another.'
  expect(refusalMessages({ change, messages: [soldOut, gone] })).toEqual([soldOut, `${name}: ${gone}`])
})

it('a message that is not about a dish is shown unchanged', () => {
  const change = { kind: 'ticket.tip', tipCents: 100 } as const
  expect(refusalMessages({ change, messages: ['Too much.'] })).toEqual(['Too much.'])
})
