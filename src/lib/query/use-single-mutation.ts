import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

type Mutate<Data, Input> = UseMutationResult<Data, Error, Input>['mutate']

/**
 * `useMutation` for buttons: `mutate` does nothing while another one is in progress. `isPending` alone does not stop a second press, because it is as of the
 * last render, and two presses may come before the next. `reset` abandons a mutation, and the next may begin.
 */
export function useSingleMutation<Data = unknown, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const mutation = useMutation(options)
  const { mutateAsync, reset } = mutation
  const underWay = useRef<Promise<void>>(undefined)
  const mutate = useCallback<Mutate<Data, Input>>(
    (...args) => {
      if (underWay.current) return
      const end = (): void => {
        if (underWay.current === sent) underWay.current = undefined
      }
      const sent: Promise<void> = mutateAsync(...args).then(end, end)
      underWay.current = sent
    },
    [mutateAsync],
  )
  const giveUp = useCallback((): void => {
    underWay.current = undefined
    reset()
  }, [reset])
  return { ...mutation, mutate, reset: giveUp }
}
