import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The policy allows images as data, but one file fewer is not worth a longer page.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
})
