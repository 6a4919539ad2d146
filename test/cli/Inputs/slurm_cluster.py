# SPDX-License-Identifier: Apache-2.0
"""A controller and two nodes of Slurm on this machine, started and stopped by a test."""

import getpass
import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

CONFIG = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmdSpoolDir={folder}/spool-%n
StateSaveLocation={folder}/state
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/%n.log
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


@contextmanager
def cluster(folder: Path):
    """SLURM_CONF names it meanwhile."""
    (folder / "state").mkdir(parents=True)
    config = folder / "slurm.conf"
    config.write_text(CONFIG.format(host=socket.gethostname().split(".")[0], ports=free_ports(3), folder=folder,
                                    user=getpass.getuser()))
    os.environ["SLURM_CONF"] = str(config)
    daemons = []
    try:
        for command in (["slurmctld", "-D", "-i"], ["slurmd", "-D", "-N", "n1"], ["slurmd", "-D", "-N", "n2"]):
            with open(folder / f"{command[0]}-{command[-1]}.out", "w") as out:
                daemons.append(subprocess.Popen(command, stdout=out, stderr=out))
        for _ in range(120):
            nodes = subprocess.run(["sinfo", "-h", "-N", "-o", "%t"], capture_output=True, text=True).stdout
            if nodes.split() == ["idle", "idle"]:
                break
            time.sleep(0.25)
        else:
            raise RuntimeError("the nodes do not come up: " + nodes)
        yield
    finally:
        subprocess.run(["scancel", "--user", getpass.getuser()], check=False)
        for daemon in daemons:
            daemon.terminate()
        for daemon in daemons:
            daemon.wait(timeout=30)


def wait_for(job: str, seconds=600):
    """Until Slurm has forgotten the job or says that it is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        state = subprocess.run(["squeue", "-h", "-j", job, "-o", "%T"], capture_output=True, text=True).stdout.strip()
        if state not in ("PENDING", "RUNNING", "COMPLETING", "CONFIGURING"):
            return
        time.sleep(0.25)
    raise RuntimeError(f"job {job} does not end: {state}")
