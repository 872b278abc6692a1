/**
 * The builds of vite.config.ts in order, each with its `--mode`s: a build comes after those whose files it lists or names. `ofPortal`: the builds that make a
 * newer portal beside the same server (e2e/fixtures/another-build.ts).
 */
export const builds = [
  { step: 'Building the portal', modes: ['production'], ofPortal: true },
  { step: 'Building what runs before it', modes: ['counter-first', 'begin'], ofPortal: true },
  { step: 'Building the first screen', modes: ['first-screen'], ofPortal: true },
  { step: 'Building the service worker', modes: ['worker-sending', 'worker'], ofPortal: true },
  { step: 'Building what removes it', modes: ['worker-removal'], ofPortal: false },
  { step: 'Building the server', modes: ['server'], ofPortal: false },
]
