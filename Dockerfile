# syntax=docker/dockerfile:1
# An image that serves every stand-in at one port: docker build -t backlot . && docker run --rm -p 4000:4000 backlot

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp
WORKDIR /app
RUN npm init --yes > /dev/null && npm install --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund /tmp/backlot-*.tgz

FROM node:24-slim
LABEL org.opencontainers.image.title="backlot" \
      org.opencontainers.image.description="Stateful stand-ins for the web APIs your application calls" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /app /app
# A seed is mounted here: backlot.config.yaml.
WORKDIR /seed
USER node
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/_backlot/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/backlot/dist/cli.js"]
CMD ["--one-port", "4000", "--host", "0.0.0.0"]
