import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

type Mutate<Data, Input> = UseMutationResult<Data, Error, Input>['mutate']

/**
 * `useMutation` for what is pressed: `mutate` does nothing while one is under way. `isPending` alone does not hold a second press back, for it says what was
 * drawn, and two presses may come before the first is. `reset` gives a mutation up, and the next may begin.
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
