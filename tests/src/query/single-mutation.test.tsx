// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, it } from 'vitest'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { find, show, until } from '../support/screen.tsx'

type Call = { input: string; answer: (words: string) => void; refuse: (cause: Error) => void }

async function openForm() {
  const calls: Call[] = []
  const heard: string[] = []
  const Form = () => {
    const sending = useSingleMutation({
      mutationFn: async (input: string) =>
        await new Promise<string>((answer, refuse) => calls.push({ input, answer, refuse })),
    })
    return (
      <>
        <button
          onClick={() => sending.mutate('a gift', { onSuccess: (words) => heard.push(words) })}
          aria-busy={sending.isPending}
        >
          SEND
        </button>
        <button onClick={sending.reset}>GIVE UP</button>
        <p role="status">{sending.data ?? sending.error?.message}</p>
      </>
    )
  }
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  return {
    calls,
    heard,
    said: () => find('[role=status]').textContent,
    // Both presses happen before anything is rendered.
    pressTwice: () =>
      act(async () => {
        find('button', 'SEND').click()
        find('button', 'SEND').click()
      }),
  }
}

it('two presses before rendering are one call, and so are two after each answer or refusal', async () => {
  const form = await openForm()
  await form.pressTwice()
  await form.pressTwice()
  expect(form.calls).toHaveLength(1)
  form.calls[0]!.refuse(new Error('not now'))
  await until(() => expect(form.said()).toBe('not now'))
  await form.pressTwice()
  expect(form.calls).toHaveLength(2)
  form.calls[1]!.answer('done')
  await until(() => expect(form.said()).toBe('done'))
  expect(form.heard).toEqual(['done'])
  await form.pressTwice()
  expect(form.calls).toHaveLength(3)
})

it('an abandoned call blocks nothing, and its late answer does not let a second call through', async () => {
  const form = await openForm()
  await form.pressTwice()
  await act(async () => find('button', 'GIVE UP').click())
  await form.pressTwice()
  expect(form.calls).toHaveLength(2)
  await act(async () => form.calls[0]!.answer('late'))
  await form.pressTwice()
  expect(form.calls).toHaveLength(2)
  form.calls[1]!.answer('done')
  await until(() => expect(form.said()).toBe('done'))
})
