"""Part of faults/swift.ts. `rings FOLDER PORT PORT PORT` describes the one disk; `proxy|account|container|object FOLDER` serves."""
import sys

from swift.common import utils

role, folder, *ports = sys.argv[1:]

if role == 'rings':
    from swift.common.ring import RingBuilder

    for kind, port in zip(('account', 'container', 'object'), ports):
        builder = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
        place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
        builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1, 'meta': '', **place})
        builder.rebalance()
        builder.get_ring().save(f'{folder}/{kind}.ring.gz')
else:
    # Otherwise it wants its secrets in /etc.
    utils.set_swift_dir(folder)
    from swift.common.wsgi import run_wsgi

    sys.exit(run_wsgi(f'{folder}/{role}.conf', f'{role}-server'))
