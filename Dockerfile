# An image that serves every stand-in at one port: docker build -t backlot . && docker run --rm -p 4000:4000 backlot
# The package is built from the sources of this folder. One that is packed already is installed without a build:
# docker build -t backlot --build-context package=folder-with-backlot.tgz .
ARG NODE=node:24-slim

FROM ${NODE} AS package
WORKDIR /build
COPY . .
RUN node scripts/build/needed-packages.mjs /needed \
 && npm install --prefix /needed --ignore-scripts --no-audit --no-fund \
 && mv /needed/node_modules . \
 && npm run build \
 && mv "$(npm pack --ignore-scripts --silent)" /backlot.tgz

FROM ${NODE} AS app
WORKDIR /app
COPY --from=package /backlot.tgz /tmp/
RUN npm init --yes > /dev/null \
 && npm install --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund /tmp/backlot.tgz

FROM ${NODE}
LABEL org.opencontainers.image.title="backlot" \
      org.opencontainers.image.description="Stateful stand-ins for the web APIs your application calls" \
      org.opencontainers.image.licenses="MIT"
COPY --from=app /app /app
# A seed is mounted here: backlot.config.yaml.
WORKDIR /seed
# The user node, as a number, so that Kubernetes knows that it is not root.
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/_backlot/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/backlot/dist/cli.js"]
CMD ["--one-port", "4000", "--host", "0.0.0.0"]
