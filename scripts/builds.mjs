/**
 * The builds of vite.config.ts in their order, each by its `--mode`: what one lists or names is built before it. `ofPortal`: a newer portal beside the same server
 * (e2e/fixtures/another-build.ts) is made of these alone.
 */
export const builds = [
  { step: 'Building the portal', modes: ['production'], ofPortal: true },
  { step: 'Building what runs before it', modes: ['counter-first', 'begin'], ofPortal: true },
  { step: 'Building the first screen', modes: ['first-screen'], ofPortal: true },
  { step: 'Building the service worker', modes: ['worker-sending', 'worker'], ofPortal: true },
  { step: 'Building what removes it', modes: ['worker-removal'], ofPortal: false },
  { step: 'Building the server', modes: ['server'], ofPortal: false },
]
