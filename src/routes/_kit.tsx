import { createFileRoute } from '@tanstack/react-router'

/** The rooms made of the kit. Their layout and screens are chunks of their own, so that the launch path carries none of it. */
export const Route = createFileRoute('/_kit')({})
