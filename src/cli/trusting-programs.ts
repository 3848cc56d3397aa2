import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Environment } from '#core/emulator-base.ts'

// SDKs that bring authorities of their own, as Stripe's do, look at no variable. Python, Ruby and PHP each run a file
// of the user's before a program: these ones let such an SDK trust the stand-ins as well.

/**
 * The module that Python imports first. The environment's own `sitecustomize` is imported after it.
 * https://docs.python.org/3/library/site.html#module-sitecustomize
 */
const PYTHON = `"""Lets programs with authorities of their own trust the stand-ins too. Written by \`backlot exec\`."""
import importlib.util
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _trust(ssl):
    load = ssl.SSLContext.load_verify_locations

    def load_verify_locations(self, *args, **kwargs):
        load(self, *args, **kwargs)
        load(self, cafile=os.environ["BACKLOT_AUTHORITY"])

    ssl.SSLContext.load_verify_locations = load_verify_locations


class _Finder:
    """Changes \`ssl\` when a program imports it, so that other programs start as fast as before."""

    def find_spec(self, name, path=None, target=None):
        if name != "ssl":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            _trust(module)

        spec.loader.exec_module = exec_module
        return spec


if "BACKLOT_AUTHORITY" in os.environ:
    sys.meta_path.insert(0, _Finder())

_path = list(sys.path)
_own = sys.modules.pop("sitecustomize", None)
sys.path[:] = [each for each in _path if os.path.abspath(each or ".") != _here]
try:
    import sitecustomize
except ImportError:
    sys.modules["sitecustomize"] = _own
finally:
    sys.path[:] = _path
`

/** The file that Ruby requires first. Stripe's SDK also passes by the proxy of the environment unless it is told. */
const RUBY = `# Lets programs with authorities of their own trust the stand-ins too. Written by \`backlot exec\`.
if ENV['BACKLOT_AUTHORITY']
  begin
    require 'openssl'
    require 'net/http'

    OpenSSL::X509::Store.prepend(Module.new do
      def add_file(path)
        result = super
        begin
          super(ENV['BACKLOT_AUTHORITY'])
        rescue OpenSSL::X509::StoreError
          # The store has it already.
        end
        result
      end
    end)

    Net::HTTP.singleton_class.prepend(Module.new do
      def new(address, port = nil, proxy = :ENV, *rest)
        super(address, port, proxy.nil? ? :ENV : proxy, *rest)
      end
    end)
  rescue LoadError
    # A Ruby without OpenSSL makes no such calls.
  end
end
`

/**
 * The file that PHP runs first. It loads the classes of the program, as Composer has them, a moment earlier, because
 * only the SDK's own setter makes it trust others.
 */
const PHP = `<?php
// Lets Stripe's SDK, which has authorities of its own, trust the stand-ins too. Written by \`backlot exec\`.
(static function (): void {
    $bundle = getenv('SSL_CERT_FILE');
    $script = realpath($_SERVER['SCRIPT_FILENAME'] ?? '');
    foreach ([$script === false ? '' : dirname($script), getcwd()] as $folder) {
        for (; $folder !== '' && $folder !== false && $folder !== dirname($folder); $folder = dirname($folder)) {
            if (is_dir("$folder/vendor/stripe/stripe-php") && is_file("$folder/vendor/autoload.php")) {
                require_once "$folder/vendor/autoload.php";
                if ($bundle !== false && class_exists('Stripe\\\\Stripe')) {
                    \\Stripe\\Stripe::setCABundlePath($bundle);
                }
                return;
            }
        }
    }
})();
`

/**
 * Writes the files that programs of Python, Ruby and PHP run first into a folder, and returns the variables that name
 * them. `authority` is the file of backlot's own authorities, `bundle` that of all.
 */
export async function trustingPrograms(
  folder: string,
  { authority, bundle }: { readonly authority: string; readonly bundle: string },
  env: Readonly<Record<string, string | undefined>>,
): Promise<Environment> {
  const [python, php] = [join(folder, 'python'), join(folder, 'php')]
  await Promise.all([mkdir(python), mkdir(php)])
  const [ruby, prepended] = [join(folder, 'backlot.rb'), join(folder, 'backlot.php')]
  const settings = [`auto_prepend_file="${prepended}"`, `curl.cainfo="${bundle}"`, `openssl.cafile="${bundle}"`, '']
  await Promise.all([
    writeFile(join(python, 'sitecustomize.py'), PYTHON),
    writeFile(ruby, RUBY),
    writeFile(prepended, PHP),
    writeFile(join(php, 'backlot.ini'), settings.join('\n')),
  ])
  return {
    BACKLOT_AUTHORITY: authority,
    PYTHONPATH: joined(python, env['PYTHONPATH']),
    RUBYOPT: [env['RUBYOPT'] ?? '', `-r${ruby}`].join(' ').trim(),
    // An empty entry stands for the folder that PHP was built with.
    PHP_INI_SCAN_DIR: `${env['PHP_INI_SCAN_DIR'] ?? ''}${delimiter}${php}`,
  }
}

function joined(first: string, rest: string | undefined): string {
  return rest === undefined || rest === '' ? first : `${first}${delimiter}${rest}`
}
